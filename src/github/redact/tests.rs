use super::*;

#[test]
fn an_address_is_shown_without_what_may_be_a_secret() {
    for (url, shown) in [
        ("https://api.example/v3", "https://api.example/v3"),
        ("https://user:pw@api.example/v3", "https://…@api.example/v3"),
        ("https://pw@api.example?token=pw", "https://…@api.example?…"),
        ("https://api.example#pw", "https://api.example?…"),
        // What a password should not hold, and one holds all the same.
        (
            "https://user:p/w?p#w@p@api.example",
            "https://…@api.example",
        ),
        ("user:pw@api.example", "…@api.example"),
        ("pw://user@api.example", "…@api.example"),
        ("", ""),
    ] {
        let told = redacted(url);
        assert_eq!(told, shown);
        assert!(!told.contains("pw"), "{told}");
    }
}
