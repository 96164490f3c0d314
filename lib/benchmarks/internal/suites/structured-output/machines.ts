import { askForJson, boolean, integer, list, number, object, oneOf, orNull, text } from './ask-for-json'

const node = object({ name: text, children: list({ $ref: '#/$defs/leaf' }) })
const tree = { ...node, $defs: { leaf: object({ name: text, children: list(text) }) } }

export const machines = [
  askForJson(
    'log-line',
    'Take the line apart: “2026-02-11T08:04:09Z ERROR billing: charge 5521 declined after 3 tries”. The message is what stands behind the colon after the part’s name.',
    object({ time: text, level: oneOf('DEBUG', 'INFO', 'WARN', 'ERROR'), part: text, message: text }),
    {
      time: '2026-02-11T08:04:09Z',
      level: 'ERROR',
      part: 'billing',
      message: 'charge 5521 declined after 3 tries',
    },
  ),
  askForJson(
    'url-parts',
    'Take the address apart: https://shop.example:8443/tools/saws?sort=price&page=2#top. Parameters in their order, values as text, the fragment without its mark.',
    object({
      scheme: text,
      host: text,
      port: integer,
      path: text,
      parameters: list(object({ name: text, value: text })),
      fragment: orNull('string'),
    }),
    {
      scheme: 'https',
      host: 'shop.example',
      port: 8443,
      path: '/tools/saws',
      parameters: [
        { name: 'sort', value: 'price' },
        { name: 'page', value: '2' },
      ],
      fragment: 'top',
    },
  ),
  askForJson(
    'semver-bump',
    'The version is 2.9.4. There was one change that breaks nothing and adds a feature. Give the next version by semantic versioning.',
    object({ major: integer, minor: integer, patch: integer, text }),
    { major: 2, minor: 10, patch: 0, text: '2.10.0' },
  ),
  askForJson(
    'folder-tree',
    'Write the folders as a tree: “docs” has “api” (with the files a.md and b.md) and “guides” (with no file).',
    tree,
    {
      name: 'docs',
      children: [
        { name: 'api', children: ['a.md', 'b.md'] },
        { name: 'guides', children: [] },
      ],
    },
  ),
  askForJson(
    'csv-to-rows',
    'Turn this table into objects:\ncity,people,coastal\nBergen,285000,yes\nBasel,174000,no',
    object({ rows: list(object({ city: text, people: integer, coastal: boolean })) }),
    {
      rows: [
        { city: 'Bergen', people: 285000, coastal: true },
        { city: 'Basel', people: 174000, coastal: false },
      ],
    },
  ),
  askForJson(
    'colour-code',
    'Give the colour #FF8000 as numbers from 0 to 255 for red, green and blue, and say whether red is the largest of them.',
    object({ red: integer, green: integer, blue: integer, red_is_largest: boolean }),
    { red: 255, green: 128, blue: 0, red_is_largest: true },
  ),
  askForJson(
    'truth-table',
    'Give the value of “p and not q” for p, q in the order true/true, true/false, false/true, false/false.',
    object({ values: list(boolean) }),
    { values: [false, true, false, false] },
  ),
  askForJson(
    'matrix-transpose',
    'Transpose the matrix with the rows 1 2 3 and 4 5 6.',
    object({ rows: list(list(integer)) }),
    {
      rows: [
        [1, 4],
        [2, 5],
        [3, 6],
      ],
    },
  ),
  askForJson(
    'escape-text',
    'Put this text into the member “text” exactly as it stands between the lines, and its number of lines into “lines”:\n---\nSay "hi" \\ bye\nend\n---',
    object({ text, lines: integer }),
    { text: 'Say "hi" \\ bye\nend', lines: 2 },
  ),
  askForJson(
    'sensor-average',
    'A sensor gave 4.0, 4.4, 9.9 and 3.6. Values above 9 are faults and are left out. Give the values that are left in their order, their mean and the number of faults.',
    object({ values: list(number), mean: number, faults: integer }),
    { values: [4, 4.4, 3.6], mean: 4, faults: 1 },
  ),
  askForJson(
    'permission-set',
    'Read the Unix mode rwxr-x--- of a file.',
    object({
      owner: object({ read: boolean, write: boolean, execute: boolean }),
      group: object({ read: boolean, write: boolean, execute: boolean }),
      others: object({ read: boolean, write: boolean, execute: boolean }),
      octal: text,
    }),
    {
      owner: { read: true, write: true, execute: true },
      group: { read: true, write: false, execute: true },
      others: { read: false, write: false, execute: false },
      octal: '750',
    },
  ),
]
