//! What an element's name decides: whether it stays open, and what closes it. From the HTML standard, "in body".

/// How an element ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By itself, or with the table that it is a part of.
    None,
    /// The same, and what is in it is apart from the table.
    Cell,
    /// By its own end tag, or with its parent.
    Item,
    /// By its own end tag, whatever is open in it.
    Block,
    /// By its own end tag, for sure only if nothing is open in it.
    Exact,
}

/// By the name in small letters. What is not known is `Exact`.
pub(super) fn kind(name: &str) -> Kind {
    match name {
        "area" | "base" | "br" | "col" | "embed" | "hr" | "img" | "input" | "link" | "meta"
        | "param" | "source" | "track" | "wbr" => Kind::None,
        "colgroup" | "tbody" | "tfoot" | "thead" | "tr" => Kind::None,
        "caption" | "td" | "th" => Kind::Cell,
        "dd" | "dt" | "li" | "p" => Kind::Item,
        "address" | "applet" | "article" | "aside" | "blockquote" | "button" | "center"
        | "details" | "dialog" | "dir" | "div" | "dl" | "fieldset" | "figcaption" | "figure"
        | "footer" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hgroup" | "listing"
        | "main" | "marquee" | "menu" | "nav" | "object" | "ol" | "pre" | "section" | "select"
        | "summary" | "table" | "template" | "ul" => Kind::Block,
        _ => Kind::Exact,
    }
}

/// Whether it can keep an end tag inside it from closing what is around it.
pub(super) fn is_barrier(name: &str) -> bool {
    matches!(
        name,
        "applet"
            | "button"
            | "caption"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "marquee"
            | "math"
            | "object"
            | "ol"
            | "select"
            | "svg"
            | "table"
            | "td"
            | "template"
            | "th"
            | "ul"
    )
}

/// Whether a browser may read all that follows the tag as text. GitHub shows such tags as text ("Disallowed Raw HTML"
/// of its Markdown, and what it leaves to each browser).
pub(super) fn makes_text_of_what_follows(name: &str) -> bool {
    matches!(
        name,
        "iframe"
            | "noembed"
            | "noframes"
            | "noscript"
            | "plaintext"
            | "script"
            | "style"
            | "textarea"
            | "title"
            | "xmp"
    )
}
