// What the npm package gpt-tokenizer makes of some texts:
//   node tokens.mjs FOLDER
// FOLDER has the package in node_modules, and the texts in texts.json, an array of strings.
// Written there: tokens.json, an array of their tokens, and vocab.json and merges.txt, which the
// package has in another form.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2])
const require = createRequire(join(folder, 'package.json'))
const { encode } = require('gpt-tokenizer/encoding/r50k_base')
const { BytePairEncodingCore } = require('gpt-tokenizer/BytePairEncodingCore')
const { R50K_TOKEN_SPLIT_REGEX } = require('gpt-tokenizer/encodingParams/constants')
const tokens = require('gpt-tokenizer/bpeRanks/r50k_base').default

// JavaScript's \s lacks U+0085, which is white space to GPT-2's encoder and by its Unicode
// property; texts that have it are split by the package's own pattern in that reading.
const unicodeWhiteSpace = new BytePairEncodingCore({
  bytePairRankDecoder: tokens,
  tokenSplitRegex: new RegExp(
    R50K_TOKEN_SPLIT_REGEX.source.replaceAll('\\s', '\\p{White_Space}').replaceAll('\\S', '\\P{White_Space}'),
    'gu',
  ),
})
const asText = { disallowedSpecial: new Set() }
const encodeOne = (text) =>
  text.includes('\u0085') ? unicodeWhiteSpace.encodeNative(text) : encode(text, asText)

const texts = JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8'))
writeFileSync(join(folder, 'tokens.json'), JSON.stringify(texts.map(encodeOne)))

// The package numbers tokens and has no list of merges: a token was merged from the two that its
// bytes become when only the tokens before it are allowed. Bytes are strings in Latin-1 here.
const bytes = tokens.map((token) => Buffer.from(token).toString('latin1'))
const rank = new Map(bytes.map((token, i) => [token, i]))
function partsBefore(limit) {
  const parts = [...bytes[limit]]
  for (;;) {
    const ranks = parts.slice(1).map((part, i) => rank.get(parts[i] + part) ?? Infinity)
    const lowest = Math.min(...ranks)
    if (lowest >= limit) return parts
    parts.splice(ranks.indexOf(lowest), 2, bytes[lowest])
  }
}
const printable = (byte) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)
const unprintable = [...Array(256).keys()].filter((byte) => !printable(byte))
const name = (token) =>
  [...token]
    .map((byte) => byte.charCodeAt(0))
    .map((byte) => String.fromCharCode(printable(byte) ? byte : 256 + unprintable.indexOf(byte)))
    .join('')
const merges = [...bytes.keys()].slice(256).map((token) => partsBefore(token).map(name).join(' '))
writeFileSync(join(folder, 'merges.txt'), ['#version: 0.2', ...merges, ''].join('\n'))
const vocabulary = [...bytes.map((token, i) => [name(token), i]), ['<|endoftext|>', bytes.length]]
writeFileSync(join(folder, 'vocab.json'), JSON.stringify(Object.fromEntries(vocabulary)))
