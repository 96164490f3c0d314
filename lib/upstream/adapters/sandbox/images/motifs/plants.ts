import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif, Paint } from './motif'

const { path, line, circle, ellipse, polygon, rect } = svg

const leaf = (x: number, y: number, turn: number, size: number, colour: string) =>
  svg.group(
    `translate(${x} ${y}) rotate(${turn})`,
    path(`M0 0Q${size * 0.5} ${-size * 0.34} ${size} 0Q${size * 0.5} ${size * 0.34} 0 0Z`, colour),
  )
const petals = (x: number, y: number, count: number, reach: number, wide: number, colour: string) =>
  Array.from({ length: count }, (_, at) =>
    svg.group(
      `rotate(${Math.round((at * 3600) / count) / 10} ${x} ${y})`,
      ellipse(x, y - reach, wide, reach * 0.62, colour),
    ),
  ).join('')
const stem = (p: Paint, top: number) =>
  line(`M0 0C3 ${top * 0.4} -3 ${top * 0.7} 0 ${top}`, p.leaf, 3.4) +
  leaf(0, top * 0.32, -38, 30, p.leaf) +
  leaf(0, top * 0.42, -146, 28, p.leaf)

export const plants = {
  tree: {
    width: 84,
    stance: 'ground',
    scale: 1.25,
    natural: '#5d9152',
    draw: (p) =>
      path('M-5 0L-3.500 -40H3.500L6 0Z', p.ink) +
      line('M0 -34L14 -52M0 -26L-13 -44', p.ink, 3) +
      circle(-18, -58, 22, p.shade) +
      circle(20, -56, 21, p.shade) +
      circle(0, -76, 27, p.body) +
      circle(-16, -64, 17, p.body) +
      circle(-7, -82, 13, p.light, 0.55) +
      [
        [14, -62],
        [24, -50],
        [-24, -50],
        [2, -58],
        [-6, -92],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 2.8, p.accent))
        .join(''),
  },
  pine: {
    width: 60,
    stance: 'ground',
    scale: 1.3,
    natural: '#3d7356',
    draw: (p) =>
      rect(-3, -14, 6, 14, p.ink) +
      [
        [-10, 28, 40],
        [-34, 23, 36],
        [-56, 18, 32],
        [-76, 12, 26],
      ]
        .map(
          ([y = 0, half = 0, high = 0]) =>
            polygon(
              [
                [-half, y],
                [0, y - high],
                [half, y],
              ],
              p.body,
            ) +
            polygon(
              [
                [0, y - high],
                [half, y],
                [4, y],
              ],
              p.shade,
            ),
        )
        .join(''),
  },
  palm: {
    width: 100,
    stance: 'ground',
    scale: 1.35,
    natural: '#4f8f5c',
    draw: (p) =>
      line('M-8 0C-2 -30 0 -52 8 -80', p.ink, 6) +
      [-170, -142, -110, -64, -30, 6]
        .map((turn, at) =>
          svg.group(
            `translate(8 -82) rotate(${turn})`,
            path('M0 0Q24 -18 50 2Q24 -4 0 0Z', at % 2 ? p.shade : p.body),
          ),
        )
        .join('') +
      circle(4, -77, 4, p.accent) +
      circle(12, -76, 4, p.accent),
  },
  cactus: {
    width: 66,
    stance: 'ground',
    scale: 0.8,
    natural: '#4f8f63',
    draw: (p) =>
      line('M0 0V-88M0 -34H-17Q-23 -34 -23 -41V-62M0 -46H16Q22 -46 22 -53V-74', p.body, 14) +
      line('M-3 0V-90M3 0V-90M-23 -44V-62M22 -56V-74', p.shade, 1.6) +
      petals(0, -97, 6, 5, 3, p.accent) +
      petals(22, -82, 6, 4, 2.4, p.accent),
  },
  flower: {
    width: 60,
    stance: 'ground',
    scale: 0.8,
    draw: (p) =>
      stem(p, -66) +
      petals(0, -76, 8, 17, 8.5, p.body) +
      petals(0, -76, 8, 10, 5, p.light) +
      circle(0, -76, 8, p.second),
  },
  sunflower: {
    width: 64,
    stance: 'ground',
    scale: 1,
    natural: '#f2b530',
    draw: (p) =>
      stem(p, -64) +
      petals(0, -74, 16, 22, 5.5, p.body) +
      svg.group('rotate(11 0 -74)', petals(0, -74, 16, 18, 5, p.shade)) +
      circle(0, -74, 14, p.ink) +
      circle(0, -74, 8, p.shade),
  },
  tulip: {
    width: 44,
    stance: 'ground',
    scale: 0.75,
    draw: (p) =>
      stem(p, -62) +
      path('M-17 -88C-20 -66 -10 -58 0 -58S20 -66 17 -88L8 -78L0 -98L-8 -78Z', p.body) +
      path('M0 -98L8 -78L17 -88C20 -66 10 -58 0 -58C8 -70 6 -86 0 -98Z', p.light, 0.5),
  },
  rose: {
    width: 48,
    stance: 'ground',
    scale: 0.8,
    natural: '#c9344a',
    draw: (p) =>
      stem(p, -62) +
      path('M-22 -78C-24 -60 -10 -54 0 -54S24 -60 22 -78C22 -98 -22 -98 -22 -78Z', p.body) +
      line(
        'M-15 -82C-10 -96 14 -94 12 -80C10 -70 -6 -72 -4 -80C-2 -86 6 -84 5 -79M-18 -72C-12 -60 12 -60 18 -72',
        p.light,
        2.4,
      ) +
      path('M-10 -56Q0 -48 10 -56L4 -60H-4Z', p.shade),
  },
  mushroom: {
    width: 84,
    stance: 'ground',
    scale: 0.6,
    natural: '#c9412f',
    draw: (p) =>
      path('M-12 -44C-10 -28 -16 -8 -18 0H18C16 -8 10 -28 12 -44Z', p.paper) +
      path('M4 -44C6 -28 8 -8 8 0H18C16 -8 10 -28 12 -44Z', p.light) +
      path('M-42 -42C-40 -108 40 -108 42 -42Q0 -32 -42 -42Z', p.body) +
      path('M-42 -42Q0 -32 42 -42Q0 -50 -42 -42Z', p.shade) +
      [
        [-18, -66, 7],
        [6, -80, 9],
        [24, -58, 6],
        [-4, -56, 4.5],
        [-28, -50, 3.4],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.paper))
        .join(''),
  },
  branch: {
    width: 90,
    stance: 'ground',
    scale: 1,
    natural: '#5b8d57',
    draw: (p) =>
      line('M0 0C4 -34 -6 -64 4 -100', p.ink, 2.6) +
      Array.from(
        { length: 6 },
        (_, at) =>
          leaf(0, -14 - at * 15, -30 - at * 4, 40 - at * 3.5, at % 2 ? p.body : p.shade) +
          leaf(0, -20 - at * 15, -150 + at * 4, 40 - at * 3.5, at % 2 ? p.shade : p.body),
      ).join('') +
      leaf(4, -98, -84, 26, p.body),
  },
  bonsai: {
    width: 110,
    stance: 'table',
    scale: 0.95,
    natural: '#4f8657',
    draw: (p) =>
      path('M-34 -16H34L28 0H-28Z', p.accent) +
      rect(-38, -20, 76, 6, p.second, 1, 2) +
      line(
        'M-4 -20C-14 -40 18 -44 4 -68M4 -46C18 -52 24 -56 30 -62M0 -38C-14 -42 -24 -46 -32 -52',
        p.ink,
        6,
      ) +
      ellipse(6, -78, 30, 17, p.body) +
      ellipse(34, -62, 22, 12, p.shade) +
      ellipse(-34, -54, 22, 12, p.body) +
      mirror(ellipse(6, -84, 12, 6, p.light, 0.5)),
  },
} as const satisfies Record<string, Motif>
