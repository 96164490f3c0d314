import { askToObey } from './ask-to-obey'

export const forms = [
  askToObey(
    'bullets-four-desk',
    'List exactly four things that are found on a desk, each on its own line beginning with “- ”. No introduction and no closing.',
    '- a lamp\n- a keyboard\n- a cup of pens\n- a notebook',
    { rule: 'list', mark: '-', count: 4 },
    { rule: 'lines', count: 4 },
  ),
  askToObey(
    'numbered-tea',
    'Give the steps of making tea as a numbered list (1. 2. 3. …) of exactly five steps. Each step is at most eight words.',
    '1. Fill the kettle with water.\n2. Bring the water to the boil.\n3. Put a tea bag in a cup.\n4. Pour the hot water over it.\n5. Take the bag out and serve.',
    { rule: 'list', mark: '1.', count: 5 },
    { rule: 'lines', count: 5 },
    { rule: 'every-line', pattern: '^\\d+\\.(\\s+\\S+){1,8}$', says: 'is a step of at most eight words' },
    { rule: 'mentions', any: ['tea', 'kettle', 'teapot'] },
  ),
  askToObey(
    'alphabet-sorted',
    'Write these words one on each line in alphabetical order, in lower case and nothing else: tulip, aster, poppy, violet, daisy, crocus, lily.',
    'aster\ncrocus\ndaisy\nlily\npoppy\ntulip\nviolet',
    { rule: 'exactly', text: 'aster\ncrocus\ndaisy\nlily\npoppy\ntulip\nviolet' },
    { rule: 'sorted-lines' },
  ),
  askToObey(
    'countries-sorted',
    'Name six countries in Africa, one on each line, in alphabetical order, without numbers or marks before them.',
    'Algeria\nEgypt\nGhana\nKenya\nMali\nZambia',
    { rule: 'lines', count: 6 },
    { rule: 'sorted-lines' },
    {
      rule: 'every-line',
      pattern:
        '^(Algeria|Angola|Benin|Botswana|Burkina Faso|Burundi|Cabo Verde|Cape Verde|Cameroon|Central African Republic|Chad|Comoros|Congo|Djibouti|Egypt|Equatorial Guinea|Eritrea|Eswatini|Ethiopia|Gabon|Gambia|Ghana|Guinea|Guinea-Bissau|Ivory Coast|Kenya|Lesotho|Liberia|Libya|Madagascar|Malawi|Mali|Mauritania|Mauritius|Morocco|Mozambique|Namibia|Niger|Nigeria|Rwanda|Senegal|Seychelles|Sierra Leone|Somalia|South Africa|South Sudan|Sudan|Tanzania|Togo|Tunisia|Uganda|Zambia|Zimbabwe)$',
      says: 'is a country in Africa alone',
    },
  ),
  askToObey(
    'key-value-lines',
    'Describe a bicycle in exactly three lines of the form “Part: purpose”, for the parts Bell, Brake and Saddle in this order.',
    'Bell: to warn others\nBrake: to slow down\nSaddle: to sit on',
    { rule: 'lines', count: 3 },
    { rule: 'every-line', pattern: '^(Bell|Brake|Saddle): \\S', says: 'has the form “Part: purpose”' },
    { rule: 'order', words: ['Bell:', 'Brake:', 'Saddle:'] },
  ),
  askToObey(
    'table-two-columns',
    'Make a Markdown table with the header cells Animal and Legs and exactly three rows below: spider, ant, hen, with their numbers of legs as digits. Nothing outside of the table.',
    '| Animal | Legs |\n| --- | --- |\n| spider | 8 |\n| ant | 6 |\n| hen | 2 |',
    { rule: 'lines', count: 5 },
    { rule: 'every-line', pattern: '^\\|.*\\|$', says: 'is a row of a table' },
    {
      rule: 'pattern',
      pattern: '^\\|\\s*Animal\\s*\\|\\s*Legs\\s*\\|',
      says: 'have the header cells Animal and Legs',
    },
    {
      rule: 'pattern',
      pattern:
        '[Ss]pider\\s*\\|\\s*8\\s*\\|[\\s\\S]*[Aa]nt\\s*\\|\\s*6\\s*\\|[\\s\\S]*[Hh]en\\s*\\|\\s*2\\s*\\|',
      says: 'give the legs of spider, ant and hen',
    },
  ),
  askToObey(
    'wrap-markers',
    'Write one sentence about the sea. Put “<<<” directly before it and “>>>” directly after it, and nothing outside of these marks.',
    '<<<The sea is never quite the same colour twice.>>>',
    { rule: 'begins', text: '<<<' },
    { rule: 'ends', text: '>>>' },
    { rule: 'pattern', pattern: '^<<<[^<>]+[.!?]>>>$', says: 'have one sentence between the marks' },
    { rule: 'mentions', any: ['sea', 'ocean', 'waves'] },
  ),
  askToObey(
    'comma-separated',
    'Name five colours of the rainbow in lower case, parted by a comma and a space, on one line, without a stop at the end.',
    'red, orange, yellow, green, blue',
    {
      rule: 'pattern',
      pattern:
        '^(red|orange|yellow|green|blue|indigo|violet|purple)(, (red|orange|yellow|green|blue|indigo|violet|purple)){4}$',
      says: 'name five colours in that form',
    },
  ),
  askToObey(
    'heading-and-text',
    'Write a Markdown heading of the second level (##) that reads “Weather”, an empty line, and then one sentence about today’s weather being mild. Nothing else.',
    '## Weather\n\nToday the weather is mild with a light breeze.',
    {
      rule: 'pattern',
      pattern: '^## Weather\\n\\n\\S[^\\n]*[.!]$',
      says: 'have the heading, an empty line and one sentence',
    },
    { rule: 'mentions', any: ['mild'] },
  ),
  askToObey(
    'dialogue-turns',
    'Write a dialogue between A and B about a lost umbrella: exactly four lines, which begin in turn with “A: ” and “B: ”. A begins.',
    'A: Have you seen my umbrella?\nB: The green one with the wooden handle?\nA: Yes, I left it here this morning.\nB: Then it is behind the door.',
    { rule: 'lines', count: 4 },
    {
      rule: 'pattern',
      pattern: '^A: \\S.*\\n+B: \\S.*\\n+A: \\S.*\\n+B: \\S.*$',
      says: 'go from A to B in turn',
    },
    { rule: 'mentions', any: ['umbrella'] },
  ),
  askToObey(
    'numbers-descending',
    'Write the even numbers from 20 down to 2, parted by single spaces, on one line and nothing else.',
    '20 18 16 14 12 10 8 6 4 2',
    { rule: 'exactly', text: '20 18 16 14 12 10 8 6 4 2' },
  ),
]
