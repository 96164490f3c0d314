import { parseJson } from '@/lib/platform/json'
import { type Item, Rules, rowsOf } from '../grade'

/** An item a line: its id, what is to be written, an answer that keeps all rules (“/” for a new line), and the rules. */
const table = String.raw`
words-exact-volcano | Describe a volcano in exactly twelve words. Use the word “volcano”. Write nothing else. | A volcano sleeps for centuries, then wakes and reshapes everything around it. | {"words":[12,12],"matches":["\\bvolcano\\b"]}
sentences-three-bees | Explain in exactly three sentences why bees matter to farmers. Do not use abbreviations or numbers. | Bees carry pollen from flower to flower. Without that many crops would bear no fruit. So farmers keep hives near their fields. | {"sentences":3,"matches":["\\bbees?\\b","^\\D+$"]}
lines-five-rain | Write a poem about rain with exactly five lines and no title. Each line has at most six words. | Rain taps on the roof / It fills the barrel / Gutters begin to sing / The street turns to glass / Then all is still | {"lines":5,"everyLine":"^\\S+(\\s+\\S+){0,5}$","matches":["rain|drop|wet|cloud"]}
words-range-lighthouse | Tell a very short story about a lighthouse keeper in 25 to 35 words. | The keeper lit the lamp as he had done each evening for thirty years. That night a small boat followed the beam, and his daughter stepped ashore, soaked and laughing. | {"words":[25,35],"matches":["keeper|lighthouse"]}
question-only | Reply with exactly one question of at most ten words about how to bake bread. Nothing else. | How long should bread dough rest before baking? | {"words":[3,10],"sentences":1,"matches":["\\?$","bread|dough|loaf|bak(e|ing)|yeast"]}
haiku-lines | Write three lines about the moon. The first and the last line have exactly three words, the middle line has exactly five. | The moon rises / over fields white with frost / and says nothing | {"lines":3,"matches":["moon|lunar","^\\S+ \\S+ \\S+ *\\n+\\S+ \\S+ \\S+ \\S+ \\S+ *\\n+\\S+ \\S+ \\S+$"]}
lowercase-snow | Write two sentences about snow entirely in lower-case letters. | snow fell all night over the village. by morning every roof was white. | {"sentences":2,"matches":["snow"],"matchesCase":["^\\P{Lu}+$"]}
no-letter-e | Write a sentence of at least eight words about a dog without using the letter “e” anywhere. | A small dog is barking at a shadow on a wall. | {"words":[8,60],"matches":["^[^e]+$","\\b(dogs?|hound|pup(py)?)\\b"]}
acrostic-stone | Write an acrostic of the word STONE: five lines whose first letters spell it. No title, and no empty lines. | Silent in the river / Turned by every flood / Old as the mountain / Never in a hurry / Even now it rolls | {"words":[10,100],"lines":5,"matches":["^\\W*s.*\\n\\W*t.*\\n\\W*o.*\\n\\W*n.*\\n\\W*e.*$"]}
alliteration-p | Write a sentence of at least six words in which every word begins with the letter “p”. | Proud Peter painted purple pears perfectly. | {"words":[6,60],"matches":["^[\"“]?p\\S*(\\s+[\"“]?p\\S*)*$"]}
no-digits-year | In which year did the first person land on the moon? Answer in a whole sentence without using any digit. | The first person landed on the moon in nineteen sixty-nine. | {"words":[5,40],"sentences":1,"matches":["^\\D+$","nineteen( hundred( and)?)?[ \\-]sixty[ \\-]nine"]}
numbered-tea | Give the steps of making tea as a numbered list (1. 2. 3. …) of exactly five steps. Each step is at most eight words. | 1. Fill the kettle with water. / 2. Bring the water to the boil. / 3. Put a tea bag in a cup. / 4. Pour the hot water over it. / 5. Take the bag out and serve. | {"lines":5,"everyLine":"^\\d\\.(\\s+\\S+){1,8}$","matches":["^1\\..*\\n2\\..*\\n3\\..*\\n4\\..*\\n5\\.","\\btea|kettle"]}
alphabet-sorted | Write these words one on each line in alphabetical order, in lower case and nothing else: tulip, aster, poppy, violet, daisy, crocus, lily. | aster / crocus / daisy / lily / poppy / tulip / violet | {"matchesCase":["^aster\\s*\\ncrocus\\s*\\ndaisy\\s*\\nlily\\s*\\npoppy\\s*\\ntulip\\s*\\nviolet$"]}
wrap-markers | Write one sentence about the sea. Put “<<<” directly before it and “>>>” directly after it, and nothing outside of these marks. | <<<The sea is never quite the same colour twice.>>> | {"matches":["^<<<[^<>]+[.!?]>>>$","sea|ocean|wave"]}
heading-and-text | Write a Markdown heading of the second level (##) that reads “Weather”, an empty line, and then one sentence about today’s weather being mild. Nothing else. | ## Weather /  / Today the weather is mild with a light breeze. | {"matches":["mild"],"matchesCase":["^## Weather\\n\\n\\S[^\\n]*[.!]$"]}
dialogue-turns | Write a dialogue between A and B about a lost umbrella: exactly four lines, which begin in turn with “A: ” and “B: ”. A begins. | A: Have you seen my umbrella? / B: The green one with the wooden handle? / A: Yes, I left it here this morning. / B: Then it is behind the door. | {"lines":4,"matches":["umbrella"],"matchesCase":["^A: \\S.*\\n+B: \\S.*\\n+A: \\S.*\\n+B: \\S.*$"]}
numbers-descending | Write the even numbers from 20 down to 2, parted by single spaces, on one line and nothing else. | 20 18 16 14 12 10 8 6 4 2 | {"matches":["^20 18 16 14 12 10 8 6 4 2$"]}
four-in-order | Write one sentence that has the words “copper”, “window”, “whisper” and “seven” in exactly this order. | A copper light fell through the window as a whisper passed among the seven guests. | {"words":[8,60],"sentences":1,"matches":["copper.*window.*whisper.*seven","^(?!.*(exactly|sentence))"]}
refuse-name | Describe the planet that is closest to the sun in two sentences without naming it. | This small grey planet circles the sun in only eighty-eight days. Its days are scorching and its nights bitterly cold. | {"sentences":2,"matches":["^(?![\\s\\S]*mercury)","planet|sun|world"]}
closing-phrase | Give one tip for saving water at home, in one or two sentences, and end your whole answer with exactly this sentence: Every drop counts. | Turn the tap off while you brush your teeth. Every drop counts. | {"words":[8,80],"matches":["water|tap|shower|faucet|leak|toilet","^(?!.*(exactly|sentence))"],"matchesCase":["Every drop counts\\.$"]}
echo-exactly | Repeat the following text exactly, with all its marks, and add nothing: “a1-B2_c3 (d4)” — without the quotation marks around it. | a1-B2_c3 (d4) | {"matchesCase":["^a1-B2_c3 \\(d4\\)$"]}
reverse-words | Write the words of this sentence in reverse order, in lower case, without punctuation and nothing else: Small boats carry heavy stones across narrow lakes. | lakes narrow across stones heavy carry boats small | {"matchesCase":["^lakes narrow across stones heavy carry boats small$"]}
replace-word | Copy this sentence and replace every “the” by “a”, keeping everything else, capital letters included where they begin the sentence: The cat watched the bird on the roof. | A cat watched a bird on a roof. | {"matchesCase":["^A cat watched a bird on a roof\\.$"]}
no-first-person | Write three sentences in which somebody describes a walk in the forest, without the words “I”, “me”, “my”, “we”, “us” or “our”. | The path winds between tall firs. Somewhere a woodpecker is at work. Light falls on the moss in small coins. | {"sentences":3,"matches":["^(?![\\s\\S]*\\b(i|me|my|we|us|our)\\b)","path|tree|forest|moss|leaves|trail|woods|pine"]}
`

export const instructionItems: readonly Item[] = rowsOf(table).map(
  ([id = '', content, reference = '', rules = '']) => {
    return {
      id,
      question: { messages: [{ role: 'user', content }] },
      check: { kind: 'rules', rules: Rules.parse(parseJson(rules)) },
      reference: { text: reference.replaceAll(' / ', '\n'), calls: [] },
    }
  },
)
