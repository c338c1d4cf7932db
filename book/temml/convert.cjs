"use strict";

// Mathematics in LaTeX as MathML:
//
//   node convert.cjs TEMML FORMULAS RESULTS
//
// TEMML is the folder of the npm package of that name (package.json has its version). FORMULAS is a JSON array
// of {latex, display}; RESULTS becomes one of {mathml}, or {error, at}: what is wrong with the formula and
// before which character.

const fs = require("node:fs");

const [folder, formulas, results] = process.argv.slice(2);
const temml = require(`${folder}/dist/temml.cjs`);
const convert = ({ latex, display }) => {
  try {
    return { mathml: temml.renderToString(latex, { displayMode: display, throwOnError: true }) };
  } catch (error) {
    return { error: error.message.trim(), at: error.position ?? 0 };
  }
};
fs.writeFileSync(results, JSON.stringify(JSON.parse(fs.readFileSync(formulas, "utf8")).map(convert)));
