//! What a reader would see, as one HTML file that needs nothing else: no script, no font, no style from elsewhere.
//!
//! Puts HTML that GitHub rendered, and made safe, into a page of ours. Renders no Markdown itself.

const STYLE: &str = include_str!("preview/style.css");

/// Even what a server renders may load nothing but pictures, and run nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; \
                      form-action 'none'";

/// One comment as it would stand in its conversation.
#[derive(Clone, Copy, Debug)]
pub struct Preview<'a> {
    /// `OWNER/NAME`.
    pub repository: &'a str,
    /// The pull request or issue.
    pub number: u64,
    /// What would be done, or why nothing: `create a comment`.
    pub plan: &'a str,
    /// The comment's text, rendered.
    pub html: &'a str,
    /// The comment's text as it is written, markers and all.
    pub source: &'a str,
}

impl Preview<'_> {
    /// The whole page, in both colour schemes.
    pub fn page(&self) -> String {
        let place = escaped(&format!("{} #{}", self.repository, self.number));
        let (plan, html, source) = (escaped(self.plan), self.html, escaped(self.source));
        let length = self.source.chars().count();
        format!(
            r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>Preview · {place}</title>
<style>
{STYLE}</style>
</head>
<body>
<header class="bar"><strong>{place}</strong> <span class="badge">preview</span> <span>{plan}</span></header>
<main>
<article class="bubble">
<header class="byline">What the comment will say</header>
<div class="markdown" dir="auto">
{html}
</div>
<details class="source"><summary>View source ({length} of 65536 characters)</summary><pre><code>{source}</code></pre></details>
</article>
</main>
</body>
</html>
"#
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
