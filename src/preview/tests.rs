use super::*;

const PREVIEW: Preview<'_> = Preview {
    repository: "octo-org/hello",
    number: 7,
    plan: "create a comment",
    html: "<table><tr><td>1</td></tr></table>",
    source: "<!-- one-comment:root a -->\n</code><script>alert(1)</script>",
};

#[test]
fn the_page_says_where_the_comment_goes_and_what_would_be_done() {
    let page = PREVIEW.page();
    assert!(
        page.contains("<strong>octo-org/hello #7</strong>"),
        "{page}"
    );
    assert!(page.contains("create a comment"), "{page}");
    assert!(
        page.contains("<table><tr><td>1</td></tr></table>"),
        "{page}"
    );
}

#[test]
fn the_source_is_text_whatever_it_says() {
    let page = PREVIEW.page();
    assert!(
        page.contains("&lt;!-- one-comment:root a --&gt;\n&lt;/code&gt;&lt;script&gt;"),
        "{page}"
    );
    assert!(!page.contains("<script"), "{page}");
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let page = PREVIEW.page();
    assert!(page.contains("default-src 'none'"), "{page}");
    for elsewhere in ["<link", "src=\"http", "@import", "url("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
}
