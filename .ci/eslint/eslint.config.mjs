// Checks of the report page's script: plain files, one constant each, read one after the other.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

import js from "@eslint/js";
import unsanitized from "eslint-plugin-no-unsanitized";

const SCRIPT = "crates/report/src/page/script";

/** The parts of the script, which all of its files may name: each declares one at its top level. */
const parts = readdirSync(path.join(process.cwd(), SCRIPT))
  .filter((file) => file.endsWith(".js"))
  .flatMap((file) => [
    ...readFileSync(path.join(process.cwd(), SCRIPT, file), "utf8").matchAll(/^const (\w+) =/gmu),
  ])
  .map(([, name]) => name);

/** What the page may use of the browser. Nothing here can reach a network, as the rules below restrict it. */
const browser = [
  "Blob", "Element", "Event", "Image", "ResizeObserver", "URL", "URLSearchParams", "XMLSerializer",
  "addEventListener", "cancelAnimationFrame", "clearTimeout", "document", "getComputedStyle", "history",
  "location", "matchMedia", "navigator", "performance", "requestAnimationFrame", "setTimeout", "window",
];

/** Ways to turn a text into markup or code: a classifier's name could be in it. */
const markup = [
  "innerHTML", "outerHTML", "insertAdjacentHTML", "setHTML", "setHTMLUnsafe", "srcdoc",
  "createContextualFragment", "parseFromString", "parseHTMLUnsafe", "write", "writeln",
];

/** Ways out of the page. */
const network = [
  "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "importScripts", "open",
  "localStorage", "sessionStorage", "cookie", "eval", "Function",
];

const forbidden = (names, message) => [
  {
    selector: `MemberExpression[computed=false][property.name=/^(${names.join("|")})$/]`,
    message,
  },
  {
    selector: `MemberExpression[computed=true][property.value=/^(${names.join("|")})$/]`,
    message,
  },
];

export default [
  js.configs.recommended,
  unsanitized.configs.recommended,
  {
    files: [`${SCRIPT}/*.js`],
    linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true },
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: Object.fromEntries([...browser, ...parts].map((name) => [name, "readonly"])),
    },
    rules: {
      "array-callback-return": "error",
      "block-scoped-var": "error",
      curly: "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "no-alert": "error",
      "no-caller": "error",
      "no-console": "error",
      "no-constructor-return": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-extend-native": "error",
      "no-implicit-coercion": ["error", { boolean: true, number: true, string: true }],
      "no-implied-eval": "error",
      "no-lonely-if": "error",
      "no-loop-func": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      // The constant of a file is a global that the file itself declares.
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-restricted-syntax": [
        "error",
        ...forbidden(markup, "Names are data: set textContent, create elements."),
        ...forbidden(network, "The page stays by itself: it asks nobody and keeps nothing."),
        {
          selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value=/^on/i]",
          message: "Handlers are functions, not texts.",
        },
        {
          // Copying is the one thing that older pages without a clipboard cannot do otherwise.
          selector: "CallExpression[callee.property.name='execCommand'][arguments.0.value!='copy']",
          message: "It could put markup into the page.",
        },
        {
          selector: "AssignmentExpression[left.property.name='src']:not([right.quasis.0.value.raw=/^data:/])",
          message: "A picture is in the page already: a data: address, or none.",
        },
        {
          selector: [
            "AssignmentExpression[left.object.name='location']",
            "AssignmentExpression[left.property.name='location']",
            "CallExpression[callee.object.name='location']",
          ].join(", "),
          message: "The page stays where it is: history.replaceState changes its address.",
        },
        { selector: "ImportExpression", message: "The page is one file." },
        { selector: "WithStatement", message: "Names have one meaning." },
      ],
      "no-return-assign": "error",
      "no-script-url": "error",
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-undef": "error",
      "no-undef-init": "error",
      "no-unneeded-ternary": "error",
      "no-unreachable-loop": "error",
      // The top level's constant is used in other files; main.js has none.
      "no-unused-vars": ["error", { vars: "local", args: "after-used", argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-concat": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-arrow-callback": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      radix: "error",
      strict: ["error", "global"],
      yoda: "error",
    },
  },
];
