import { svg } from '../drawing/svg'
import type { Motif, Paint } from './motif'

const { path, line, circle, polygon, rect } = svg

const door = (p: Paint, x: number, wide: number, high: number) =>
  path(
    `M${x - wide / 2} 0V${-high + wide / 2}A${wide / 2} ${wide / 2} 0 0 1 ${x + wide / 2} ${-high + wide / 2}V0Z`,
    p.ink,
  )
const lit = (p: Paint, x: number, y: number, wide = 11, high = 13) =>
  rect(x, y, wide, high, p.second, 1, 1) +
  line(`M${x + wide / 2} ${y}v${high}M${x} ${y + high / 2}h${wide}`, p.ink, 1.2)

const tower = (p: Paint, x: number, wide: number, high: number) =>
  rect(x - wide / 2, -high, wide, high, p.body) +
  rect(x + wide * 0.12, -high, wide * 0.38, high, p.shade) +
  polygon(
    [
      [x - wide * 0.7, -high],
      [x, -high - wide * 1.3],
      [x + wide * 0.7, -high],
    ],
    p.accent,
  ) +
  rect(x - wide * 0.12, -high + wide * 0.4, wide * 0.24, wide * 0.5, p.ink, 1, 2)

export const buildings = {
  house: {
    width: 116,
    stance: 'ground',
    scale: 1.05,
    draw: (p) =>
      rect(22, -98, 13, 30, p.shade) +
      rect(-44, -56, 88, 56, p.body) +
      rect(18, -56, 26, 56, p.shade) +
      polygon(
        [
          [-56, -54],
          [0, -102],
          [56, -54],
        ],
        p.accent,
      ) +
      polygon(
        [
          [0, -102],
          [56, -54],
          [40, -54],
        ],
        p.ink,
        0.22,
      ) +
      door(p, 0, 18, 34) +
      lit(p, -34, -42, 16, 18) +
      lit(p, 20, -42, 16, 18) +
      circle(0, -72, 7, p.second),
  },
  cabin: {
    width: 128,
    stance: 'ground',
    scale: 0.8,
    natural: '#9a6240',
    draw: (p) =>
      rect(26, -92, 14, 34, p.shade) +
      [
        [34, -104, 7],
        [42, -118, 10],
        [36, -136, 13],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.paper, 0.7))
        .join('') +
      rect(-46, -46, 92, 46, p.body) +
      [-36, -26, -16, -6].map((y) => rect(-46, y, 92, 2, p.shade)).join('') +
      path('M-64 -38L0 -94L64 -38L54 -32L0 -78L-54 -32Z', p.accent) +
      polygon(
        [
          [-46, -38],
          [0, -78],
          [46, -38],
        ],
        p.body,
      ) +
      door(p, -16, 18, 32) +
      lit(p, 10, -34, 22, 18) +
      lit(p, -7, -62, 14, 12),
  },
  castle: {
    width: 140,
    stance: 'ground',
    scale: 1.3,
    natural: '#a9a3a8',
    draw: (p) =>
      tower(p, -22, 22, 82) +
      tower(p, 24, 24, 94) +
      rect(-46, -52, 92, 52, p.body) +
      [-46, -28, -10, 8, 26].map((x) => rect(x, -60, 11, 9, p.body)).join('') +
      rect(28, -52, 18, 52, p.shade) +
      tower(p, -54, 26, 66) +
      tower(p, 54, 26, 70) +
      door(p, 0, 24, 34) +
      lit(p, -30, -40, 9, 14) +
      lit(p, 20, -40, 9, 14) +
      line('M24 -126V-142', p.ink, 1.6) +
      polygon(
        [
          [24, -142],
          [42, -137],
          [24, -132],
        ],
        p.second,
      ),
  },
  barn: {
    width: 122,
    stance: 'ground',
    scale: 1,
    natural: '#b03a32',
    draw: (p) =>
      path('M-50 0V-52L-34 -80L0 -98L34 -80L50 -52V0Z', p.body) +
      path('M-58 -50L-38 -84L0 -104L38 -84L58 -50L50 -48L34 -78L0 -96L-34 -78L-50 -48Z', p.ink) +
      rect(-20, -40, 40, 40, p.shade) +
      line('M-20 -40H20V0M-20 0V-40M-20 -40L20 0M20 -40L-20 0M0 -40V0', p.paper, 3) +
      rect(-9, -72, 18, 18, p.second) +
      line('M-9 -72H9V-54H-9ZM0 -72V-54M-9 -63H9', p.paper, 2.4),
  },
  tent: {
    width: 130,
    stance: 'ground',
    scale: 0.55,
    draw: (p) =>
      line('M-6 -100L6 -88M6 -100L-6 -88', p.ink, 3) +
      polygon(
        [
          [-62, 0],
          [0, -92],
          [62, 0],
        ],
        p.body,
      ) +
      polygon(
        [
          [0, -92],
          [62, 0],
          [26, 0],
        ],
        p.shade,
      ) +
      polygon(
        [
          [-20, 0],
          [0, -70],
          [20, 0],
        ],
        p.second,
      ) +
      path('M0 -70L-20 0H-28L-4 -76Z', p.paper),
  },
} as const satisfies Record<string, Motif>
