"""The words of the schema language, read from the JSON Schema of schemas, and those that are used."""

import json
import re


class Grammar:
    """Every word, every choice and every scalar type that a schema may have.

    A word is named by its place: `key.range`, `key.processing.clamp`, `key.sensitivity: secret`.
    """

    def __init__(self, file):
        self.document = json.loads(file.read_text("utf-8"))
        self.definitions = self.document["definitions"]
        self.scalars = {name for name in self.definitions if name[0].isupper()}
        self.all = {f"type {name}" for name in self.scalars}
        # Members that occur nowhere else, since any JSON may be a default.
        roots = [("file", self.document), ("call", self.definitions["call"])]
        while roots:
            label, node = roots.pop()
            for word, child in self.parts(label, node):
                if word not in self.all:
                    self.all.add(word)
                    roots.append((word, child))
        # The definitions themselves were only on the way.
        self.all -= set(self.definitions)

    def parts(self, label, node):
        """The words and choices right inside a node of the JSON Schema, with what they may hold."""
        for place, node in self.alternatives(label, node):
            for choice in node.get("enum", []):
                yield f"{place}: {choice}", {}
            for name, child in node.get("properties", {}).items():
                yield f"{place}.{name}", child
            for child in self.others(node):
                # Members of any name, and elements, are no words themselves.
                for further, child in self.alternatives(place, child):
                    if further != place:
                        yield further, child
                    else:
                        yield from self.parts(place, child)

    def others(self, node):
        children = list(node.get("patternProperties", {}).values()) + [node.get("items")]
        return [child for child in children if isinstance(child, dict)]

    def alternatives(self, label, node):
        """A node and those that it stands for: definitions are places of their own."""
        if "$ref" in node:
            label = node["$ref"].rpartition("/")[2]
            node = self.definitions[label]
        yield label, node
        # An `allOf` of more than references says what words must not stand together.
        references = [child for child in node.get("allOf", []) if set(child) == {"$ref"}]
        for child in node.get("anyOf", []) + node.get("oneOf", []) + references:
            yield from self.alternatives(label, child)

    def used(self, schema):
        """The words that a valid schema uses."""
        found = set()
        self.visit("file", self.document, schema, found)
        return found

    def unused(self, used):
        """The words that are not among those used, in order."""
        return sorted(self.all - used)

    def visit(self, label, node, value, found):
        for place, node in self.alternatives(label, node):
            if isinstance(value, str) and value in node.get("enum", []):
                found.add(f"{place}: {value}")
            if isinstance(value, str) and place.endswith((".type", ".parameters", ".struct")):
                names = set(re.findall(r"\w+", value))
                found.update(f"type {name}" for name in self.scalars & names)
            if isinstance(value, list) and "items" in node:
                for element in value:
                    self.visit(place, node["items"], element, found)
            if isinstance(value, dict):
                self.visit_members(place, node, value, found)

    def visit_members(self, place, node, value, found):
        properties = node.get("properties", {})
        for name, member in value.items():
            if name in properties:
                found.add(f"{place}.{name}")
                self.visit(f"{place}.{name}", properties[name], member, found)
                if name == "default" and isinstance(member, dict) and "call" in member:
                    self.visit("call", self.definitions["call"], member, found)
            elif not name.startswith("x-"):
                for pattern, child in node.get("patternProperties", {}).items():
                    if pattern != "^x-" and isinstance(child, dict):
                        self.visit(place, child, member, found)
