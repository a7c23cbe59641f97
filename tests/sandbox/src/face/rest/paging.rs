//! Pages of a list, and the `Link` header that leads from one to the next.

use axum::Json;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;

/// The query parameters of a list.
#[derive(Debug, Deserialize)]
pub(super) struct Paging {
    per_page: Option<usize>,
    page: Option<usize>,
}

impl Paging {
    /// Answers the wanted page of `items`; `origin` and `uri` are what its links are made of.
    pub(super) fn answer(&self, items: Vec<Value>, origin: &str, uri: &Uri) -> Response {
        self.answer_within(items, origin, uri, Value::Array)
    }

    /// The same, where the page is a part of the answer.
    pub(super) fn answer_within(
        &self,
        items: Vec<Value>,
        origin: &str,
        uri: &Uri,
        around: impl FnOnce(Vec<Value>) -> Value,
    ) -> Response {
        let size = self.per_page.unwrap_or(30).clamp(1, 100);
        let page = self.page.unwrap_or(1).max(1);
        let last = items.len().div_ceil(size).max(1);
        let shown: Vec<Value> = items
            .into_iter()
            .skip((page - 1).saturating_mul(size))
            .take(size)
            .collect();
        let mut links = Vec::new();
        let mut link = |relation, number| {
            let address = address_of(origin, uri, number);
            links.push(format!("<{address}>; rel=\"{relation}\""));
        };
        if page > 1 {
            link("prev", (page - 1).min(last));
        }
        if page < last {
            link("next", page + 1);
            link("last", last);
        }
        if page > 1 {
            link("first", 1);
        }
        let mut response = Json(around(shown)).into_response();
        if let Ok(value) = HeaderValue::try_from(links.join(", "))
            && !links.is_empty()
        {
            response.headers_mut().insert(header::LINK, value);
        }
        response
    }
}

fn address_of(origin: &str, uri: &Uri, page: usize) -> String {
    let mut parameters: Vec<String> = uri
        .query()
        .unwrap_or_default()
        .split('&')
        .filter(|parameter| !parameter.is_empty() && !parameter.starts_with("page="))
        .map(str::to_owned)
        .collect();
    parameters.push(format!("page={page}"));
    format!("{origin}{}?{}", uri.path(), parameters.join("&"))
}

#[cfg(test)]
mod tests {
    use super::{Paging, Response, Uri, Value, header};

    fn links(paging: &Paging, count: usize) -> String {
        let uri: Uri = "/x?per_page=2&page=9&since=now".parse().unwrap();
        let response: Response = paging.answer(vec![Value::Null; count], "http://host", &uri);
        let header = response.headers().get(header::LINK);
        header.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
    }

    #[test]
    fn a_link_leads_to_the_next_page_and_keeps_the_other_parameters() {
        let first = Paging {
            per_page: Some(2),
            page: None,
        };
        assert_eq!(
            links(&first, 3),
            "<http://host/x?per_page=2&since=now&page=2>; rel=\"next\", \
             <http://host/x?per_page=2&since=now&page=2>; rel=\"last\""
        );
    }

    #[test]
    fn a_list_of_one_page_has_no_links() {
        assert_eq!(
            links(
                &Paging {
                    per_page: None,
                    page: None
                },
                30
            ),
            ""
        );
    }

    #[test]
    fn no_page_holds_more_than_a_hundred() {
        let greedy = Paging {
            per_page: Some(1_000),
            page: None,
        };
        assert!(links(&greedy, 101).contains("rel=\"next\""));
    }
}
