//! Reads the product's source files and tells what each of them imports.
//!
//! Follows `use` trees and qualified paths, in macros where their arguments are expressions.
//! Code under `#[cfg(test)]` is left out.
//! Knows no rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, ItemMod, Token, UseTree, Visibility};

/// A path as segments: `crate::comment::Sha` is `["crate", "comment", "Sha"]`.
pub(crate) type Segments = Vec<String>;

/// One file below `src`.
pub(crate) struct SourceFile {
    /// Relative to `src`, with `/`.
    pub(crate) name: String,
    /// Where its module stands below the crate's root; empty for `lib.rs` and `main.rs`.
    pub(crate) module: Segments,
    /// Every path it names, resolved: the first segment is `crate` or an external crate.
    pub(crate) imports: Vec<Segments>,
    /// Whether it has an `async` function or block.
    pub(crate) is_async: bool,
}

/// All files below `folder`, in the order of their names.
pub(crate) fn read_folder(folder: &Path) -> Vec<SourceFile> {
    let mut paths = Vec::new();
    collect(folder, &mut paths);
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            parse(&name, &fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// Reads one file from its text. `name` is relative to `src`.
pub(crate) fn parse(name: &str, text: &str) -> SourceFile {
    let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("src/{name}: {error}"));
    let module = module_of(name);
    let mut reader = Reader {
        scope: module.clone(),
        children: child_modules(&syntax.items),
        aliases: BTreeMap::new(),
        imports: Vec::new(),
        is_async: false,
    };
    reader.read_uses(&syntax.items);
    reader.visit_file(&syntax);
    SourceFile {
        name: name.to_owned(),
        module,
        imports: reader.imports,
        is_async: reader.is_async,
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn module_of(name: &str) -> Segments {
    let mut module: Segments = name
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    if matches!(
        module.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        module.pop();
    }
    module
}

fn child_modules(items: &[Item]) -> Vec<String> {
    items
        .iter()
        .filter_map(|item| match item {
            Item::Mod(child) if !is_test(&child.attrs) => Some(child.ident.to_string()),
            _ => None,
        })
        .collect()
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    })
}

struct Reader {
    scope: Segments,
    children: Vec<String>,
    /// What a name means that a `use` brought in.
    aliases: BTreeMap<String, Segments>,
    imports: Vec<Segments>,
    is_async: bool,
}

impl Reader {
    fn read_uses(&mut self, items: &[Item]) {
        for item in items {
            if let Item::Use(import) = item
                && !is_test(&import.attrs)
            {
                self.read_use(&import.tree, Vec::new());
            }
        }
    }

    fn read_use(&mut self, tree: &UseTree, mut prefix: Segments) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.read_use(&path.tree, prefix);
            }
            UseTree::Group(group) => group
                .items
                .iter()
                .for_each(|item| self.read_use(item, prefix.clone())),
            UseTree::Glob(_) => self.import(prefix, None),
            UseTree::Name(name) if name.ident == "self" => {
                let alias = prefix.last().cloned();
                self.import(prefix, alias);
            }
            UseTree::Name(name) => {
                prefix.push(name.ident.to_string());
                self.import(prefix, Some(name.ident.to_string()));
            }
            UseTree::Rename(rename) => {
                prefix.push(rename.ident.to_string());
                self.import(prefix, Some(rename.rename.to_string()));
            }
        }
    }

    fn import(&mut self, path: Segments, alias: Option<String>) {
        let resolved = self.resolve(path);
        if let Some(alias) = alias {
            self.aliases.insert(alias, resolved.clone());
        }
        self.imports.push(resolved);
    }

    fn resolve(&self, path: Segments) -> Segments {
        let mut base = vec!["crate".to_owned()];
        let mut rest = path.as_slice();
        match rest.first().map(String::as_str) {
            Some("crate" | "one_comment") => rest = &rest[1..],
            Some("self") => {
                base.extend(self.scope.iter().cloned());
                rest = &rest[1..];
            }
            Some("super") => {
                base.extend(self.scope.iter().cloned());
                while rest.first().is_some_and(|segment| segment == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            Some(child) if self.children.iter().any(|known| known == child) => {
                base.extend(self.scope.iter().cloned());
            }
            Some(name) if self.aliases.contains_key(name) => {
                base.clone_from(&self.aliases[name]);
                rest = &rest[1..];
            }
            _ => base.clear(),
        }
        base.extend(rest.iter().cloned());
        base
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Use(_) => return,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let Some((_, items)) = &module.content else {
            return;
        };
        self.scope.push(module.ident.to_string());
        let outer = std::mem::replace(&mut self.children, child_modules(items));
        self.read_uses(items);
        visit::visit_item_mod(self, module);
        self.children = outer;
        self.scope.pop();
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Segments = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        // One segment is a local name, or one that a `use` has shown; a type's own path is no import either.
        if segments.len() > 1 && segments[0].starts_with(|first: char| first.is_lowercase()) {
            let resolved = self.resolve(segments);
            self.imports.push(resolved);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
        {
            arguments
                .iter()
                .for_each(|argument| self.visit_expr(argument));
        }
        visit::visit_macro(self, call);
    }

    /// `pub(in crate::github)` names who may look, and imports nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.is_async |= signature.asyncness.is_some();
        visit::visit_signature(self, signature);
    }

    fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
        self.is_async = true;
        visit::visit_expr_async(self, block);
    }
}
