//! Raw HTML as a browser reads it: tags, what is hidden, and text. Knows no element and no Markdown.

use std::ops::Range;

/// In bytes. A longer tag is taken for one without end: many of them would take too long to read.
const LONGEST: usize = 2048;

/// One piece of raw HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A start tag, with the element's name as it is spelled.
    Start(&'a str),
    End(&'a str),
    /// A comment, or what a browser takes for one: `<!…>`, `<?…>`, `</ …>`.
    Hidden,
    /// The `<` of a comment that never ends.
    OpenComment,
    /// The `<` of something else that never ends.
    Unended,
    Text(&'a str),
}

/// All of `html`, piece by piece, with the place of each.
pub(super) fn tokens(html: &str) -> impl Iterator<Item = (Range<usize>, Token<'_>)> {
    let mut reader = Reader {
        rest: html,
        last_bracket: html.rfind('>').map_or(usize::MAX, |at| html.len() - at),
        may_end_comments: true,
    };
    std::iter::from_fn(move || {
        let start = html.len() - reader.rest.len();
        let token = reader.next()?;
        Some((start..html.len() - reader.rest.len(), token))
    })
}

/// What never ends is looked for once, or a text of nothing else would take a time that grows with its square.
struct Reader<'a> {
    rest: &'a str,
    /// As long is the rest where the last `>` stands.
    last_bracket: usize,
    may_end_comments: bool,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        let html = self.rest;
        let Some(inner) = html.strip_prefix('<') else {
            let end = html.find('<').unwrap_or(html.len());
            let (text, after) = html.split_at(end);
            self.rest = after;
            return (!text.is_empty()).then_some(Token::Text(text));
        };
        let (token, after) = if let Some(comment) = inner.strip_prefix("!--") {
            // These two are whole comments in HTML.
            let empty = comment.strip_prefix('>').or(comment.strip_prefix("->"));
            match empty.or_else(|| self.past_comment(comment)) {
                Some(after) => (Token::Hidden, Some(after)),
                None => (Token::OpenComment, Some(inner)),
            }
        } else if let Some(closing) = inner.strip_prefix('/') {
            match name(closing) {
                "" => (Token::Hidden, self.past_bracket(closing)),
                name => (Token::End(name), self.past_tag(closing, name)),
            }
        } else if inner.starts_with(['!', '?']) {
            (Token::Hidden, self.past_bracket(inner))
        } else {
            match name(inner) {
                // A lone `<` is text.
                "" => (Token::Text(html.get(..1)?), Some(inner)),
                name => (Token::Start(name), self.past_tag(inner, name)),
            }
        };
        self.rest = after.unwrap_or(inner);
        Some(after.map_or(Token::Unended, |_| token))
    }

    fn past_comment(&mut self, text: &'a str) -> Option<&'a str> {
        let after = self.may_end_comments.then(|| past_comment(text)).flatten();
        self.may_end_comments = after.is_some();
        after
    }

    fn past_bracket(&self, text: &'a str) -> Option<&'a str> {
        let text = (text.len() >= self.last_bracket).then_some(text)?;
        text.split_once('>').map(|(_, after)| after)
    }

    fn past_tag(&self, text: &'a str, name: &str) -> Option<&'a str> {
        let text = (text.len() >= self.last_bracket).then_some(text)?;
        let attributes = text.get(name.len()..).filter(|_| name.len() < LONGEST)?;
        past_attributes(attributes)
    }
}

/// As browsers read it: whatever stands before a blank, a slash or the end.
fn name(text: &str) -> &str {
    let letter = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |(at, c): &(usize, char)| {
        *at >= LONGEST || c.is_ascii_whitespace() || matches!(c, '/' | '>')
    };
    let end = text.char_indices().find(ends);
    let end = end.map_or(text.len(), |(at, _)| at);
    text.get(..end).filter(|_| letter).unwrap_or_default()
}

/// The character that a reference like `&#64;` at the start of `text` stands for, and the reference's length.
/// Names only of the characters that begin a mention or a reference.
pub(super) fn character_reference(text: &str) -> Option<(char, usize)> {
    if !text.starts_with('&') {
        return None;
    }
    let named = [
        ("&commat;", '@'),
        ("&num;", '#'),
        ("&hyphen;", '-'),
        ("&sol;", '/'),
        ("&period;", '.'),
        ("&colon;", ':'),
        ("&lowbar;", '_'),
        ("&UnderBar;", '_'),
        // And a `j`.
        ("&fjlig;", 'f'),
    ];
    if let Some((name, character)) = named.iter().find(|(name, _)| text.starts_with(name)) {
        return Some((*character, name.len()));
    }
    let inner = text.strip_prefix("&#")?;
    let (digits, radix) = match inner.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (inner, 10),
    };
    let length = digits
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(digits.len());
    let digits = digits.get(..length).filter(|digits| !digits.is_empty())?;
    let character = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
    // Browsers do not insist on the semicolon.
    let read = text.len() - inner.len() + usize::from(radix == 16) + length;
    let semicolon = text.get(read..)?.starts_with(';');
    Some((character, read + usize::from(semicolon)))
}

/// What follows the end of a comment.
pub(super) fn past_comment(text: &str) -> Option<&str> {
    let mut brackets = text.match_indices('>').map(|(at, _)| text.split_at(at));
    let ends = brackets.find(|(before, _)| before.ends_with("--") || before.ends_with("--!"));
    ends.and_then(|(_, after)| after.strip_prefix('>'))
}

/// What follows the `>` that ends a tag. One inside a quoted value does not; a quote anywhere else is none.
fn past_attributes(text: &str) -> Option<&str> {
    enum At {
        Gap,
        Name,
        Equals,
        Bare,
        Quoted(char),
    }
    let mut at = At::Gap;
    for (place, c) in text
        .char_indices()
        .take_while(|(place, _)| *place < LONGEST)
    {
        at = match (at, c) {
            (At::Quoted(quote), _) if c != quote => At::Quoted(quote),
            (At::Quoted(_), _) => At::Gap,
            (_, '>') => return text.get(place + 1..),
            (At::Equals, '"' | '\'') => At::Quoted(c),
            (At::Equals, _) if c.is_ascii_whitespace() => At::Equals,
            (At::Equals | At::Bare, _) if !c.is_ascii_whitespace() => At::Bare,
            (At::Name, '=') => At::Equals,
            (At::Gap, _) if c.is_ascii_whitespace() => At::Gap,
            (_, '/') | (At::Bare, _) => At::Gap,
            // Blanks behind a name as well: its equals sign may stand apart.
            _ => At::Name,
        };
    }
    None
}

/// One stretch of HTML between Markdown's own text, and where its lines stand in the source.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) html: String,
    lines: Vec<(usize, usize)>,
}

impl Piece {
    pub(super) fn push(&mut self, html: &str, source: usize) {
        self.lines.push((self.html.len(), source));
        self.html.push_str(html);
    }

    /// Where in the source this place of the HTML stands.
    pub(super) fn source(&self, at: usize) -> Option<usize> {
        let line = self.lines.partition_point(|(start, _)| *start <= at);
        let (start, source) = self.lines.get(line.checked_sub(1)?)?;
        Some(source + at - start)
    }

    pub(super) fn source_of(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let last = range.end.checked_sub(1)?;
        Some(self.source(range.start)?..self.source(last)? + 1)
    }
}

#[cfg(test)]
mod tests;
