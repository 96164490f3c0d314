import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif } from './motif'

const { path, line, circle, ellipse, polygon } = svg

export const birdsAndFish = {
  bird: {
    width: 118,
    stance: 'ground',
    scale: 0.5,
    draw: (p) =>
      line('M-4 -22V0M12 -22V0M-10 0H2M6 0H18', p.accent, 3) +
      polygon(
        [
          [-30, -52],
          [-66, -66],
          [-54, -36],
        ],
        p.shade,
      ) +
      path('M-38 -56H40C40 -34 24 -14 0 -14S-38 -34 -38 -56Z', p.body) +
      circle(26, -66, 22, p.body) +
      path('M40 -56C40 -42 34 -30 24 -22C12 -28 12 -46 20 -56Z', p.light) +
      path('M-22 -56H18C18 -40 8 -30 -4 -30S-22 -42 -22 -56Z', p.shade) +
      polygon(
        [
          [46, -72],
          [66, -64],
          [45, -57],
        ],
        p.accent,
      ) +
      circle(33, -71, 4, p.paper) +
      circle(34, -71, 2.2, p.ink),
  },
  owl: {
    width: 76,
    stance: 'ground',
    scale: 0.7,
    natural: '#8d6b4d',
    draw: (p) =>
      mirror(
        polygon(
          [
            [6, -90],
            [28, -102],
            [30, -76],
          ],
          p.body,
        ),
      ) +
      path('M-32 -62C-34 -100 34 -100 32 -62C34 -20 20 -2 0 -2S-34 -20 -32 -62Z', p.body) +
      mirror(path('M31 -66C44 -44 34 -14 16 -6C24 -26 26 -46 31 -66Z', p.shade)) +
      path('M0 -56C-18 -54 -20 -24 -14 -12Q0 -4 14 -12C20 -24 18 -54 0 -56Z', p.light) +
      [-42, -32, -22]
        .map((y, row) =>
          line([-8, 0, 8].map((x) => `M${x - 3 + (row % 2) * 4} ${y}l3 4l3 -4`).join(''), p.shade, 1.6),
        )
        .join('') +
      mirror(
        circle(13.5, -72, 14, p.paper) +
          circle(13, -72, 7.5, p.second) +
          circle(13, -72, 4.2, p.ink) +
          circle(15, -74, 1.4, p.paper),
      ) +
      polygon(
        [
          [-5, -66],
          [5, -66],
          [0, -54],
        ],
        p.accent,
      ) +
      mirror(line('M5 -3V2M10 -3V2M15 -4V1', p.accent, 2.6)),
  },
  penguin: {
    width: 66,
    stance: 'ground',
    scale: 0.75,
    draw: (p) =>
      mirror(
        ellipse(10, -3, 11, 4.5, p.accent) +
          path('M22 -62C38 -46 38 -28 34 -20C26 -24 22 -40 22 -62Z', p.ink),
      ) +
      path('M-25 -38C-26 -64 -22 -100 0 -100S26 -64 25 -38C25 -14 16 -2 0 -2S-25 -14 -25 -38Z', p.ink) +
      path('M0 -62C-20 -64 -20 -10 0 -6C20 -10 20 -64 0 -62Z', p.paper) +
      mirror(ellipse(8, -78, 8, 10, p.paper) + circle(8, -79, 2.6, p.ink)) +
      polygon(
        [
          [-6, -73],
          [6, -73],
          [0, -64],
        ],
        p.accent,
      ) +
      path('M-20 -58Q0 -50 20 -58L20 -52Q0 -44 -20 -52Z', p.second),
  },
  swan: {
    width: 110,
    stance: 'water',
    scale: 0.6,
    draw: (p) =>
      line('M-28 -24C-62 -52 -16 -60 -34 -92', p.paper, 11) +
      ellipse(-38, -94, 10, 8.5, p.paper) +
      polygon(
        [
          [-46, -98],
          [-60, -90],
          [-46, -88],
        ],
        p.accent,
      ) +
      circle(-40, -96, 1.8, p.ink) +
      path(
        'M-44 -16C-44 -46 -8 -48 14 -38C30 -32 42 -38 52 -48C56 -20 34 0 2 0C-24 0 -44 -4 -44 -16Z',
        p.paper,
      ) +
      path('M-18 -28C0 -46 28 -30 46 -38C40 -16 14 -10 -2 -14C-10 -16 -18 -20 -18 -28Z', p.light),
  },
  gulls: {
    width: 150,
    stance: 'air',
    scale: 0.45,
    draw: (p) =>
      (
        [
          [-46, -40, 1],
          [20, -70, 0.75],
          [52, -28, 0.55],
        ] as const
      )
        .map(([x, y, size]) =>
          svg.group(
            `translate(${x} ${y}) scale(${size})`,
            path(
              'M-40 -10C-26 -26 -8 -18 0 0C8 -18 26 -26 40 -10C26 -16 12 -10 0 10C-12 -10 -26 -16 -40 -10Z',
              p.ink,
            ),
          ),
        )
        .join(''),
  },
  butterfly: {
    width: 104,
    stance: 'air',
    scale: 0.6,
    draw: (p) =>
      mirror(
        path('M2 -52C12 -100 54 -104 52 -72C50 -50 26 -46 2 -48Z', p.body) +
          path('M2 -46C28 -48 44 -34 38 -16C32 0 8 -8 2 -40Z', p.accent) +
          path('M10 -58C18 -84 40 -90 42 -72C42 -60 26 -54 10 -56Z', p.shade) +
          circle(40, -78, 4, p.paper) +
          circle(45, -68, 2.4, p.paper) +
          circle(26, -24, 5, p.second),
      ) +
      mirror(line('M1 -66C4 -78 8 -84 14 -86', p.ink, 1.6)) +
      ellipse(0, -46, 3.6, 22, p.ink),
  },
  bee: {
    width: 96,
    stance: 'air',
    scale: 0.45,
    draw: (p) =>
      ellipse(-6, -80, 14, 24, p.paper, 0.85) +
      ellipse(14, -78, 12, 22, p.paper, 0.7) +
      ellipse(0, -42, 42, 28, '#f2c230') +
      path(
        'M-14 -68.500V-15.500C-9 -14.400 -5 -14 0 -14V-70C-5 -70 -9 -69.600 -14 -68.500ZM14 -68.500C22 -66.500 22 -17 14 -15.500C22 -17 28 -21 30 -22.600V-61.400C26 -65 21 -67.400 14 -68.500Z',
        p.ink,
      ) +
      polygon(
        [
          [40, -48],
          [54, -42],
          [40, -36],
        ],
        p.ink,
      ) +
      circle(-38, -46, 15, p.ink) +
      circle(-43, -48, 4, p.paper) +
      line('M-42 -60C-46 -72 -52 -74 -56 -74M-36 -61C-36 -72 -40 -78 -42 -80', p.ink, 2),
  },
  fish: {
    width: 128,
    stance: 'deep',
    scale: 0.7,
    draw: (p) =>
      polygon(
        [
          [-34, -48],
          [-68, -78],
          [-58, -48],
          [-68, -18],
        ],
        p.accent,
      ) +
      path('M-10 -76C6 -100 26 -94 24 -72Z', p.accent) +
      path('M-4 -18C4 -2 18 -4 16 -20Z', p.accent) +
      path('M-44 -48Q2 -94 54 -48Q2 -2 -44 -48Z', p.body) +
      path('M-44 -48Q2 -2 54 -48Q2 -24 -44 -48Z', p.shade) +
      path('M22 -71Q36 -62 54 -48Q36 -34 22 -25Q34 -48 22 -71Z', p.light) +
      line('M-14 -66Q-4 -48 -14 -30M2 -70Q12 -48 2 -26', p.paper, 4.5) +
      circle(34, -54, 5.4, p.paper) +
      circle(35.5, -54, 2.8, p.ink),
  },
  whale: {
    width: 160,
    stance: 'deep',
    scale: 1.05,
    natural: '#41719f',
    draw: (p) =>
      path(
        'M-72 -36C-70 -78 -14 -86 24 -64C42 -54 52 -60 58 -84C66 -74 74 -70 88 -74C84 -56 72 -46 58 -44C42 -12 8 0 -28 -4C-54 -8 -72 -18 -72 -36Z',
        p.body,
      ) +
      path('M-72 -34C-60 -22 -20 -26 10 -12C-6 -4 -24 -2 -36 -5C-58 -10 -71 -20 -72 -34Z', p.light) +
      line('M-62 -24C-40 -20 -20 -16 -6 -9M-52 -14C-40 -12 -30 -10 -22 -5', p.shade, 1.8) +
      path('M-14 -18C-4 -12 4 4 22 2C22 -10 10 -22 0 -26Z', p.shade) +
      circle(-46, -40, 3, p.ink) +
      line('M-26 -84C-26 -102 -44 -104 -48 -94M-26 -84C-26 -104 -8 -106 -4 -96', p.paper, 4),
  },
} as const satisfies Record<string, Motif>
