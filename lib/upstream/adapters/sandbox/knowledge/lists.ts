const words = (text: string): string[] => text.split(', ')

/** Things it can name: a small stock, in the singular as the key. */
export const lists: Readonly<Record<string, readonly string[]>> = {
  fruit: words(
    'apple, banana, cherry, mango, pear, grape, orange, plum, peach, kiwi, pineapple, strawberry, fig, lemon, papaya',
  ),
  vegetable: words(
    'carrot, broccoli, spinach, tomato, onion, potato, cucumber, pepper, pea, leek, beetroot, cabbage',
  ),
  colour: words('red, blue, green, yellow, orange, purple, pink, brown, black, white, grey, turquoise'),
  'primary colour': words('red, yellow, blue'),
  animal: words(
    'dog, cat, elephant, lion, dolphin, eagle, horse, rabbit, tiger, bear, wolf, otter, giraffe, owl, frog',
  ),
  bird: words('sparrow, eagle, robin, owl, swallow, heron, penguin, magpie, kingfisher, stork'),
  mammal: words('dog, cat, elephant, whale, bat, horse, otter, bear, mouse, kangaroo'),
  tree: words('oak, pine, birch, maple, willow, beech, cedar, ash, elm, spruce'),
  flower: words('rose, tulip, daisy, lily, sunflower, orchid, violet, iris, poppy, peony'),
  planet: words('Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune'),
  continent: words('Africa, Antarctica, Asia, Australia, Europe, North America, South America'),
  ocean: words('Pacific Ocean, Atlantic Ocean, Indian Ocean, Southern Ocean, Arctic Ocean'),
  country: words(
    'France, Japan, Brazil, Kenya, Canada, India, Norway, Egypt, Mexico, Australia, Poland, Vietnam, Peru, Spain, New Zealand',
  ),
  city: words(
    'Paris, Tokyo, Nairobi, New York, London, Mumbai, São Paulo, Cairo, Sydney, Berlin, Toronto, Seoul',
  ),
  'programming language': words(
    'Python, JavaScript, TypeScript, Java, C, C++, Go, Rust, Ruby, Kotlin, Swift, PHP, SQL, Haskell',
  ),
  language: words(
    'English, Mandarin Chinese, Hindi, Spanish, French, Arabic, Bengali, Portuguese, Russian, Japanese, German',
  ),
  'day of the week': words('Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday'),
  weekday: words('Monday, Tuesday, Wednesday, Thursday, Friday'),
  month: words(
    'January, February, March, April, May, June, July, August, September, October, November, December',
  ),
  season: words('spring, summer, autumn, winter'),
  sport: words(
    'football, basketball, tennis, swimming, cycling, rowing, volleyball, running, climbing, hockey',
  ),
  instrument: words('piano, guitar, violin, flute, drums, cello, trumpet, clarinet, harp, saxophone'),
  'chemical element': words('hydrogen, helium, carbon, nitrogen, oxygen, sodium, iron, copper, silver, gold'),
  'prime number': words('2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47'),
  'even number': words('2, 4, 6, 8, 10, 12, 14, 16, 18, 20'),
  'odd number': words('1, 3, 5, 7, 9, 11, 13, 15, 17, 19'),
  number: words('1, 2, 3, 4, 5, 6, 7, 8, 9, 10'),
  name: words('Ana, Ben, Chloé, David, Emma, Farid, Grace, Hugo, Ines, Jun, Kofi, Lena'),
  food: words('bread, rice, pasta, soup, salad, cheese, curry, pizza, noodles, stew'),
  drink: words('water, tea, coffee, orange juice, milk, lemonade, cocoa, ginger beer'),
  shape: words('circle, square, triangle, rectangle, pentagon, hexagon, oval, rhombus'),
  metal: words('iron, copper, gold, silver, aluminium, tin, lead, zinc, nickel, titanium'),
  sense: words('sight, hearing, touch, taste, smell'),
  'http method': words('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'),
  vowel: words('a, e, i, o, u'),
}
