import { svg } from '../drawing/svg'
import { mirror } from './mirror'
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

export const landmarks = {
  lighthouse: {
    width: 76,
    stance: 'ground',
    scale: 1.25,
    draw: (p) =>
      path('M-38 0C-34 -12 -20 -14 0 -14S34 -12 38 0Z', p.shade) +
      polygon(
        [
          [-17, -10],
          [-11, -84],
          [11, -84],
          [17, -10],
        ],
        p.paper,
      ) +
      polygon(
        [
          [-16, -22],
          [-14.7, -38],
          [14.7, -38],
          [16, -22],
        ],
        p.body,
      ) +
      polygon(
        [
          [-13.5, -52],
          [-12.3, -68],
          [12.3, -68],
          [13.5, -52],
        ],
        p.body,
      ) +
      polygon(
        [
          [4, -10],
          [4, -84],
          [11, -84],
          [17, -10],
        ],
        p.ink,
        0.14,
      ) +
      rect(-16, -88, 32, 5, p.ink, 1, 2) +
      rect(-9, -102, 18, 14, p.second) +
      line('M-3 -102V-88M3 -102V-88', p.ink, 1.4) +
      path('M-13 -102C-10 -114 10 -114 13 -102Z', p.body) +
      rect(-1, -118, 2, 8, p.ink) +
      path('M-5 -12V-22A5 5 0 0 1 5 -22V-12Z', p.ink),
  },
  windmill: {
    width: 110,
    stance: 'ground',
    scale: 1.15,
    draw: (p) =>
      polygon(
        [
          [-24, 0],
          [-15, -70],
          [15, -70],
          [24, 0],
        ],
        p.body,
      ) +
      polygon(
        [
          [6, 0],
          [4, -70],
          [15, -70],
          [24, 0],
        ],
        p.shade,
      ) +
      path('M-18 -68C-16 -90 16 -90 18 -68Z', p.accent) +
      door(p, 0, 14, 26) +
      lit(p, -6, -50, 12, 13) +
      [20, 110, 200, 290]
        .map((angle) =>
          svg.group(
            `rotate(${angle} 0 -74)`,
            rect(-1.5, -126, 3, 54, p.ink) +
              rect(1, -124, 12, 40, p.paper) +
              line('M1 -114H13M1 -104H13M1 -94H13M7 -124V-84', p.ink, 1),
          ),
        )
        .join('') +
      circle(0, -74, 4.5, p.ink),
  },
  pagoda: {
    width: 110,
    stance: 'ground',
    scale: 1.25,
    draw: (p) =>
      rect(-34, -8, 68, 8, p.shade) +
      [
        [0, 1],
        [-30, 0.82],
        [-56, 0.64],
      ]
        .map(
          ([y = 0, size = 1]) =>
            rect(-26 * size, y - 30, 52 * size, 24, p.body) +
            rect(-14 * size, y - 26, 8 * size, 18, p.second) +
            rect(6 * size, y - 26, 8 * size, 18, p.second) +
            path(
              `M${-50 * size} ${y - 26}Q${-24 * size} ${y - 32} ${-14 * size} ${y - 42}H${14 * size}Q${24 * size} ${y - 32} ${50 * size} ${y - 26}Q${20 * size} ${y - 28} 0 ${y - 28}T${-50 * size} ${y - 26}Z`,
              p.accent,
            ),
        )
        .join('') +
      line('M0 -98V-118', p.ink, 2.4) +
      circle(0, -108, 3, p.second) +
      door(p, 0, 10, 22),
  },
  tower: {
    width: 64,
    stance: 'ground',
    scale: 1.7,
    draw: (p) =>
      path(
        'M-28 0C-12 -24 -5 -60 -2.400 -104H2.400C5 -60 12 -24 28 0H18C14 -10 8 -16 0 -16S-14 -10 -18 0Z',
        p.body,
      ) +
      line(
        'M-17 -22L10 -40M17 -22L-10 -40M-9 -42L6 -60M9 -42L-6 -60M-5 -64L3.500 -80M5 -64L-3.500 -80',
        p.shade,
        1.6,
      ) +
      rect(-19, -26, 38, 4, p.shade, 1, 1) +
      rect(-10.5, -52, 21, 4, p.shade, 1, 1) +
      rect(-4, -92, 8, 4, p.accent, 1, 1) +
      rect(-0.7, -116, 1.4, 13, p.ink),
  },
  bridge: {
    width: 320,
    stance: 'water',
    scale: 0.9,
    draw: (p) =>
      [-76, 76]
        .map(
          (x) =>
            rect(x - 6, -104, 12, 104, p.body) +
            rect(x - 9, -62, 18, 6, p.shade) +
            rect(x - 9, -100, 18, 6, p.shade),
        )
        .join('') +
      line('M-160 -42Q-120 -52 -76 -100Q0 8 76 -100Q120 -52 160 -42', p.body, 3.6) +
      line(
        Array.from({ length: 19 }, (_, at) => {
          const x = -67.5 + at * 7.5
          return `M${x} -36V${-46 - (x / 76) ** 2 * 50}`
        }).join(''),
        p.shade,
        1.3,
      ) +
      rect(-160, -38, 320, 9, p.shade) +
      rect(-160, -40, 320, 4, p.accent) +
      mirror(
        polygon(
          [
            [84, 0],
            [68, 0],
            [70, -10],
            [82, -10],
          ],
          p.shade,
        ),
      ),
  },
} as const satisfies Record<string, Motif>
