import { askForWords } from '../ask-for-line'

/** Who, which, in what order: each has exactly one answer. */
export const logic = [
  askForWords(
    'shelf-order',
    'Five jars stand in a row: barley, lentils, millet, oats and rice. Oats stand directly left of rice. Millet stands at the right end. Barley is not at either end. Lentils stand somewhere left of barley, and barley stands somewhere left of oats. Which jar is in the middle of the row?',
    'oats',
  ),
  askForWords(
    'three-boxes',
    'Three boxes, red, green and blue, carry notes; exactly one note is true. Red: “The key is in here.” Green: “The key is not in here.” Blue: “The key is not in the red box.” There is one key. In which box is it?',
    'green',
    'green box',
  ),
  askForWords(
    'truth-and-lie',
    'On an island everybody always lies or always tells the truth. Ada says: “Ben lies.” Ben says: “Ada and Cem are of the same kind.” Cem says: “Ben tells the truth.” It is known that exactly one of the three tells the truth. Who is it?',
    'Ada',
  ),
  askForWords(
    'family-tie',
    'Nora’s mother is the only daughter of Otto. Otto’s son Paul has a daughter, Rita. What is Rita to Nora: sister, cousin, niece or aunt?',
    'cousin',
  ),
  askForWords(
    'race-places',
    'Four cyclists finish without ties. Ines comes in before Jon but after Kaya. Lars comes in directly after Ines. Who comes in last?',
    'Jon',
  ),
  askForWords(
    'weekday-shift',
    'Three days after the day before yesterday was a Tuesday. Which weekday is it today?',
    'Monday',
  ),
  askForWords(
    'compass-turns',
    'A hiker faces north-east. She turns 135 degrees to the right, then 90 degrees to the left, then 180 degrees. Which way does she face now?',
    'west',
  ),
  askForWords(
    'all-some',
    'All glims are trods. Some trods are vells. No vell is a glim. Does it follow that some trods are not glims? Answer yes or no.',
    'yes',
  ),
  askForWords(
    'if-not',
    'Whenever the pump runs, the lamp is on. The lamp is on now. Can one be certain that the pump runs? Answer yes or no.',
    'no',
  ),
  askForWords(
    'pets-owners',
    'Dana, Emil and Faye each own one pet: a cat, a parrot or a turtle. Emil’s pet cannot fly. Faye is allergic to fur and keeps nothing with fur. Dana’s pet has neither feathers nor a shell. Who owns the parrot?',
    'Faye',
  ),
  askForWords(
    'code-lock',
    'A code has three different digits. Of 951 two digits are in the code, but both in another place. Of 407 one digit is in the code, in another place. Of 529 one digit is in its place and another is in the code in another place. Of 386 no digit is in the code. Of 013 no digit is in the code. What is the code?',
    '594',
  ),
  askForWords(
    'seat-opposite',
    'Six people sit evenly around a round table. Going clockwise from Uma come Vito, then Wes, and further on somewhere Xena, Yuri and Zoe. Xena sits opposite Vito, and Zoe sits next to Uma. Who sits opposite Wes?',
    'Zoe',
  ),
  askForWords(
    'odd-weight',
    'Four parcels weigh differently. A and B together weigh as much as C and D together. A is heavier than C, and B is heavier than A. Which parcel is the lightest?',
    'C',
    'parcel C',
  ),
  askForWords(
    'letter-shift',
    'In a code every letter is replaced by the one three places later in the alphabet (after Z it goes on with A). What does the code word “VWRQH” mean?',
    'stone',
  ),
]
