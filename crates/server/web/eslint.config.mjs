// The page's code is checked by the TypeScript compiler for types and by these rules for the rest.

import js from "@eslint/js";
import globals from "globals";

/** @type {import("eslint").Linter.RulesRecord} */
const STRICT = {
  "array-callback-return": "error",
  "consistent-return": "error",
  curly: "error",
  "default-case-last": "error",
  eqeqeq: "error",
  "func-style": ["error", "declaration", { allowArrowFunctions: true }],
  "no-console": "error",
  "no-else-return": "error",
  "no-implicit-coercion": "error",
  "no-param-reassign": "error",
  "no-promise-executor-return": "error",
  "no-return-assign": ["error", "except-parens"],
  "no-self-compare": "error",
  "no-shadow": ["error", { allow: ["name"] }],
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unneeded-ternary": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true }],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
  "prefer-object-spread": "error",
  "prefer-rest-params": "error",
  "prefer-spread": "error",
  "prefer-template": "error",
};

export default [
  { ignores: ["dist/**"] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" }, rules: STRICT },
  { files: ["js/**"], languageOptions: { globals: globals.browser } },
  { files: ["js/boot.js"], languageOptions: { sourceType: "script" } },
  // Tests run in node, and the functions they hand to a page run there.
  { files: ["tests/**", "tools/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  // What a function runs in the page with has the name it has in the test.
  { files: ["tests/**"], rules: { "no-shadow": "off" } },
  { files: ["tools/**"], rules: { "no-console": "off" } },
];
