import { askForNumber } from '../ask-for-line'

/** Sums in words. Where the way to the number is short it is written out, so that a reader can follow it. */
export const arithmetic = [
  askForNumber(
    'kiln-batches',
    'A pottery fires 14 batches of tiles. Each batch has 36 tiles, but in every batch 3 tiles crack and are thrown away. The good tiles are packed in boxes of 12, and only full boxes are sold. How many boxes are sold?',
    Math.floor((14 * 33) / 12),
  ),
  askForNumber(
    'lift-rides',
    'A lift in a mine carries at most 9 people and takes 4 minutes for the way down and 3 minutes for the way back up. 40 miners wait at the top; the lift is at the top too. After how many minutes is the last of them at the bottom?',
    5 * 4 + 4 * 3,
  ),
  askForNumber(
    'honey-jars',
    'A beekeeper has 23.4 kg of honey. She fills 28 jars of 450 g and as many jars of 250 g as the rest allows. How many grams of honey are left over?',
    (23400 - 28 * 450) % 250,
  ),
  askForNumber(
    'tram-tickets',
    'A day ticket costs 7.20, a single ride 1.85. Mira rides the tram 3 times on Monday, 4 times on Tuesday and 5 times on Wednesday, and buys for each day whatever is cheaper. How much does she pay for the three days?',
    3 * 1.85 + 2 * 7.2,
  ),
  askForNumber(
    'discount-order',
    'A coat costs 160. A shop takes 25 % off, and at the till another 10 % off the reduced price. How much more would one save with a single discount of 35 %?',
    160 * 0.75 * 0.9 - 160 * 0.65,
  ),
  askForNumber(
    'two-taps',
    'One tap fills a tank in 6 hours, another in 9 hours, and an open drain empties the full tank in 18 hours. All three are opened when the tank is empty. After how many hours is it full?',
    4.5,
  ),
  askForNumber(
    'average-drop',
    'Over 8 games a player has averaged 21 points. After the ninth game the average is 20. How many points did the player make in the ninth game?',
    9 * 20 - 8 * 21,
  ),
  askForNumber(
    'paint-mix',
    'A painter has 6 litres of paint with 20 % blue in it. How many litres of paint with 50 % blue must be added so that the mixture has 30 % blue?',
    3,
  ),
  askForNumber(
    'page-digits',
    'The pages of a booklet are numbered from 1 to 237. How many digits are printed for all the page numbers together?',
    9 + 90 * 2 + 138 * 3,
  ),
  askForNumber(
    'fence-posts',
    'A rectangular paddock is 48 m long and 30 m wide. A post stands at each corner, and along all sides posts stand 3 m apart. Each post costs 14 and each metre of wire 2; four rows of wire go all the way around. What does it cost altogether?',
    (156 / 3) * 14 + 156 * 4 * 2,
  ),
  askForNumber(
    'seed-doubling',
    'A pond weed covers twice as much of the pond every 3 days. On day 30 the pond is fully covered. On which day was one sixteenth of it covered?',
    30 - 4 * 3,
  ),
  askForNumber(
    'train-meeting',
    'Two towns are 390 km apart. At 9:00 a train leaves the first for the second at 80 km/h; at 9:45 another leaves the second for the first at 120 km/h. How many kilometres from the first town do they meet?',
    60 + 80 * ((390 - 60) / 200),
  ),
  askForNumber(
    'coin-jar',
    'A jar has only 5-cent and 20-cent coins, 74 of them, worth 8.50 altogether. How many 20-cent coins are there?',
    (850 - 74 * 5) / 15,
  ),
  askForNumber(
    'remainder-chain',
    'What is the smallest whole number above 100 that leaves remainder 3 when divided by 7, remainder 2 when divided by 5 and remainder 1 when divided by 4?',
    157,
  ),
  askForNumber('long-product', 'What is 347 × 286 − 1,999?', 347 * 286 - 1999),
  askForNumber('mixed-fraction', 'What is (3/4 + 5/6) ÷ (1/3), as a decimal number?', 4.75),
  askForNumber(
    'recipe-scale',
    'A recipe for 6 people takes 450 g of flour, and 2 teaspoons of salt for every 300 g of flour. How many teaspoons of salt does it take for 14 people?',
    7,
  ),
  askForNumber(
    'interest-two-years',
    'An account of 2,500 earns 4 % in the first year and 6 % in the second, each on all that is in it by then. How much is in it after two years?',
    2500 * 1.04 * 1.06,
  ),
]
