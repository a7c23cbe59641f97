//! Tests of `elements.rs`.

use super::super::tests::page::is_closed_as as check;

#[test]
fn what_is_open_in_an_element_of_markdown_may_keep_it_open() {
    check("*<t>*", "*<t>*\n\n</t>\n</em>");
    check("**<d>**", "**<d>**\n\n</d>\n</strong>");
    check("~~<t>~~", "~~<t>~~\n\n</t>\n</del>");
    check("[<t>]()", "[<t>]()\n\n</t>\n</a>");
    check("1. <th>", "1. <th>\n\n</th>\n</li>\n</ol>");
    check(
        "a||\n-|-\n|<caption>",
        "a||\n-|-\n|<caption>\n\n</caption>\n</table>",
    );
}

#[test]
fn every_heading_is_an_element_of_its_own() {
    check("# <ol>", "# <ol>\n\n</ol>\n</h1>");
    check("## <ol>", "## <ol>\n\n</ol>\n</h2>");
    check("### <ol>", "### <ol>\n\n</ol>\n</h3>");
    check("#### <ol>", "#### <ol>\n\n</ol>\n</h4>");
    check("##### <ol>", "##### <ol>\n\n</ol>\n</h5>");
    check("###### <ol>", "###### <ol>\n\n</ol>\n</h6>");
}

#[test]
fn a_tag_in_the_description_of_an_image_is_none() {
    check("![]()<i>", "![]()<i>\n\n</i>");
    check("![<i>](x)", "![<i>](x)");
}

#[test]
fn what_a_comment_hides_is_not_opened() {
    check("><!--\n#", "><!--\n#\n\n<!-- -->\n\n</blockquote>");
}

#[test]
fn what_could_make_text_of_all_that_follows_is_text() {
    check("<title>", "&lt;title>");
    check("\\<script", "\\<script");
    check("<script-x>", "<script-x>\n\n</script-x>");
}

#[test]
fn a_comment_on_which_readers_disagree_is_text() {
    check("v<!---!-->", "v&lt;!---!-->");
    check("v<!--a--b-->", "v&lt;!--a--b-->");
    check("v<!-- a -->", "v<!-- a -->");
}
