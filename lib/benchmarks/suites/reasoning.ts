import { type Item, rowsOf } from '../grade'

/** An item a line: its id, the right answers, the question. The first answer is the reference. */
const table = `
kiln-batches | 38 | A pottery fires 14 batches of tiles. Each batch has 36 tiles, but in every batch 3 tiles crack and are thrown away. The good tiles are packed in boxes of 12, and only full boxes are sold. How many boxes are sold?
lift-rides | 32 | A lift in a mine carries at most 9 people and takes 4 minutes for the way down and 3 minutes for the way back up. 40 miners wait at the top; the lift is at the top too. After how many minutes is the last of them at the bottom?
honey-jars | 50 | A beekeeper has 23.4 kg of honey. She fills 28 jars of 450 g and as many jars of 250 g as the rest allows. How many grams of honey are left over?
tram-tickets | 19.95 | A day ticket costs 7.20, a single ride 1.85. Mira rides the tram 3 times on Monday, 4 times on Tuesday and 5 times on Wednesday, and buys for each day whatever is cheaper. How much does she pay for the three days?
discount-order | 4 | A coat costs 160. A shop takes 25 % off, and at the till another 10 % off the reduced price. How much more would one save with a single discount of 35 %?
two-taps | 4.5 | One tap fills a tank in 6 hours, another in 9 hours, and an open drain empties the full tank in 18 hours. All three are opened when the tank is empty. After how many hours is it full?
page-digits | 603 | The pages of a booklet are numbered from 1 to 237. How many digits are printed for all the page numbers together?
train-meeting | 192 | Two towns are 390 km apart. At 9:00 a train leaves the first for the second at 80 km/h; at 9:45 another leaves the second for the first at 120 km/h. How many kilometres from the first town do they meet?
remainder-chain | 157 | What is the smallest whole number above 100 that leaves remainder 3 when divided by 7, remainder 2 when divided by 5 and remainder 1 when divided by 4?
long-product | 97243 | What is 347 × 286 − 1,999?
flag-stripes | 24 | A flag has four horizontal stripes. There are three colours; stripes that touch must differ, and not every colour has to be used. How many flags are possible?
committee-pair | 50 | A committee of 3 is chosen from 8 people. Two of the eight refuse to serve together. How many committees are possible?
clock-strikes | 46 | A clock strikes once at 1 o’clock, twice at 2 o’clock and so on up to twelve times, and once at every half hour. How often does it strike from 3:15 in the afternoon to 9:45 in the evening?
overnight-minutes | 505 | A ferry leaves on Saturday at 21:48 and arrives on Sunday at 6:13; the clock did not change. How many minutes was it under way?
cube-painted | 24 | A wooden cube is painted red on all sides and then cut into 64 equal little cubes. How many of them have paint on exactly two sides?
three-boxes | green / green box | Three boxes, red, green and blue, carry notes; exactly one note is true. Red: “The key is in here.” Green: “The key is not in here.” Blue: “The key is not in the red box.” There is one key. In which box is it?
truth-and-lie | Ada | On an island everybody always lies or always tells the truth. Ada says: “Ben lies.” Ben says: “Ada and Cem are of the same kind.” Cem says: “Ben tells the truth.” It is known that exactly one of the three tells the truth. Who is it?
weekday-shift | Monday | Three days after the day before yesterday was a Tuesday. Which weekday is it today?
compass-turns | west | A hiker faces north-east. She turns 135 degrees to the right, then 90 degrees to the left, then 180 degrees. Which way does she face now?
all-some | yes | All glims are trods. Some trods are vells. No vell is a glim. Does it follow that some trods are not glims? Answer yes or no.
pets-owners | Faye | Dana, Emil and Faye each own one pet: a cat, a parrot or a turtle. Emil’s pet cannot fly. Faye is allergic to fur and keeps nothing with fur. Dana’s pet has neither feathers nor a shell. Who owns the parrot?
code-lock | 594 | A code has three different digits. Of 951 two digits are in the code, but both in another place. Of 407 one digit is in the code, in another place. Of 529 one digit is in its place and another is in the code in another place. Of 386 no digit is in the code. Of 013 no digit is in the code. What is the code?
odd-weight | C / parcel C | Four parcels weigh differently. A and B together weigh as much as C and D together. A is heavier than C, and B is heavier than A. Which parcel is the lightest?
letter-shift | stone | In a code every letter is replaced by the one three places later in the alphabet (after Z it goes on with A). What does the code word “VWRQH” mean?
`

export const reasoningItems: readonly Item[] = rowsOf(table).map(([id = '', answers = '', question = '']) => {
  const accepted = answers.split(' / ')
  const content = `${question}\n\nThink it through if you like, then end with one line that reads “Answer: ” and the answer alone.`
  return {
    id,
    question: { messages: [{ role: 'user', content }] },
    check: { kind: 'line', accepted },
    reference: { text: `Answer: ${accepted[0]}`, calls: [] },
  }
})
