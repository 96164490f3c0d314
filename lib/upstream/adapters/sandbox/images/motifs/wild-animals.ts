import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif, Paint } from './motif'

const { path, line, circle, ellipse, polygon, rect } = svg

const legs = (colour: string, ...at: number[]) =>
  at.map((x) => path(`M${x - 3.5} -44L${x - 2} 0H${x + 2.4}L${x + 4.5} -44Z`, colour)).join('')

const steed = (p: Paint) =>
  line('M-32 -52C-46 -50 -44 -30 -48 -20', p.accent, 6) +
  legs(p.shade, -18, 17) +
  path(
    'M-34 -48C-34 -64 -12 -62 6 -60C14 -62 18 -74 22 -86C28 -92 36 -90 40 -82L52 -70C52 -64 46 -62 40 -66L34 -68C34 -54 32 -40 20 -38C4 -34 -34 -30 -34 -48Z',
    p.body,
  ) +
  legs(p.body, -26, 25) +
  path('M20 -84C12 -74 8 -64 -2 -60C10 -56 20 -62 28 -78Z', p.accent) +
  polygon(
    [
      [24, -86],
      [25, -97],
      [31, -89],
    ],
    p.body,
  ) +
  circle(37, -79, 1.8, p.ink)

export const wildAnimals = {
  horse: { width: 104, stance: 'ground', scale: 1, natural: '#8f5d40', draw: steed },
  unicorn: {
    width: 104,
    stance: 'ground',
    scale: 1,
    draw: (p) =>
      polygon(
        [
          [30, -89],
          [45, -108],
          [36, -86],
        ],
        p.second,
      ) + steed({ ...p, body: p.paper, shade: p.light }),
  },
  deer: {
    width: 96,
    stance: 'ground',
    scale: 1,
    natural: '#b27a48',
    draw: (p) =>
      line(
        'M31 -84C26 -92 18 -94 16 -104M24 -91L20 -95M27 -90C28 -98 26 -100 28 -106M34 -84C36 -94 44 -94 46 -104M38 -91L44 -92M36 -90C36 -98 38 -100 38 -106',
        p.shade,
        2.2,
      ) +
      legs(p.shade, -18, 14) +
      path(
        'M-36 -46C-36 -60 -10 -58 6 -58C16 -60 20 -70 24 -80C28 -88 36 -87 40 -80L50 -70C48 -65 42 -65 36 -68C34 -56 30 -40 18 -38C2 -34 -34 -32 -36 -46Z',
        p.body,
      ) +
      legs(p.body, -27, 23) +
      path('M-36 -50C-44 -54 -42 -44 -35 -44Z', p.paper) +
      path('M24 -82C16 -90 14 -84 22 -78Z', p.body) +
      circle(36, -78, 1.8, p.ink) +
      [-26, -16, -6, -20, -10].map((x, at) => circle(x, -52 + (at % 2) * 6, 1.6, p.light)).join(''),
  },
  elephant: {
    width: 116,
    stance: 'ground',
    scale: 1.15,
    natural: '#8f94a3',
    draw: (p) =>
      line('M-44 -58C-52 -50 -50 -40 -53 -34', p.shade, 3) +
      path('M-30 -30H-12V0H-30ZM10 -30H27V0H10Z', p.shade) +
      path(
        'M-46 0V-44C-46 -74 -20 -82 4 -80C28 -80 38 -64 36 -44V0H20V-26C8 -20 -16 -20 -28 -26V0Z',
        p.body,
      ) +
      circle(38, -66, 24, p.body) +
      line('M52 -58C60 -44 50 -22 58 -12', p.body, 12) +
      path('M44 -50C50 -46 54 -40 64 -42C58 -34 46 -38 40 -46Z', p.paper) +
      path('M34 -88C10 -92 8 -60 20 -48C32 -48 40 -64 34 -88Z', p.shade) +
      circle(46, -70, 2.2, p.ink),
  },
  giraffe: {
    width: 70,
    stance: 'ground',
    scale: 1.35,
    natural: '#e2b25c',
    draw: (p) => {
      const spots = [
        [-14, -42, 5],
        [-2, -46, 6],
        [10, -42, 5],
        [-22, -38, 4],
        [17, -58, 4],
        [20, -70, 3.4],
        [13, -52, 3.4],
        [-8, -36, 4],
      ] as const
      return (
        legs(p.shade, -14, 8) +
        path(
          'M-30 -36C-30 -50 -8 -50 4 -52C12 -58 14 -76 18 -92C22 -98 30 -97 32 -92L40 -86C38 -82 32 -82 28 -84C26 -70 26 -44 16 -36C4 -28 -28 -26 -30 -36Z',
          p.body,
        ) +
        legs(p.body, -22, 16) +
        spots.map(([x, y, r]) => ellipse(x, y, r, r * 0.8, p.accent)).join('') +
        line('M21 -96V-103M26 -96V-103', p.accent, 2) +
        circle(27, -91, 1.5, p.ink) +
        line('M-30 -40C-36 -36 -34 -28 -36 -22', p.accent, 2.4)
      )
    },
  },
  dinosaur: {
    width: 130,
    stance: 'ground',
    scale: 1.2,
    draw: (p) =>
      rect(-24, -26, 11, 26, p.shade, 1, 4) +
      rect(8, -26, 11, 26, p.shade, 1, 4) +
      path(
        'M-68 -10C-52 -20 -44 -44 -18 -52C6 -58 22 -50 30 -68C34 -80 32 -98 46 -100C58 -101 64 -92 62 -86C60 -80 50 -82 48 -78C48 -56 44 -30 26 -22C6 -14 -18 -16 -32 -22C-44 -14 -56 -8 -68 -10Z',
        p.body,
      ) +
      rect(-32, -26, 12, 26, p.body, 1, 4) +
      rect(16, -26, 12, 26, p.body, 1, 4) +
      path(
        'M-46 -32L-40 -42L-34 -40L-26 -52L-20 -48L-8 -58L-2 -53L10 -56L14 -52C-10 -50 -30 -44 -46 -32Z',
        p.accent,
      ) +
      circle(50, -93, 2, p.ink) +
      path('M-28 -24C-10 -14 14 -16 26 -24C38 -30 42 -44 44 -56C34 -34 6 -22 -28 -24Z', p.light, 0.7),
  },
  turtle: {
    width: 110,
    stance: 'ground',
    scale: 0.55,
    natural: '#5f9160',
    draw: (p) =>
      ellipse(-28, -7, 14, 8, p.shade) +
      ellipse(26, -7, 14, 8, p.shade) +
      path('M34 -22C44 -50 64 -52 64 -36C64 -24 50 -14 34 -12Z', p.light) +
      path('M-48 -14C-46 -66 40 -72 46 -14Z', p.body) +
      line('M-20 -14L-26 -46M4 -14V-58M26 -14L28 -48M-44 -30Q0 -44 44 -30', p.shade, 4) +
      path('M-50 -16H48V-9H-50Z', p.accent) +
      circle(54, -38, 2.6, p.ink),
  },
  octopus: {
    width: 100,
    stance: 'deep',
    scale: 0.9,
    draw: (p) =>
      mirror(
        line('M8 -40C8 -20 2 -8 12 -2', p.shade, 9) +
          line('M18 -42C22 -20 18 -6 34 -8', p.body, 9) +
          line('M25 -46C40 -28 36 -18 52 -24', p.body, 8),
      ) +
      path('M-32 -62C-36 -104 36 -104 32 -62C32 -44 26 -34 0 -34S-32 -44 -32 -62Z', p.body) +
      path('M4 -92C40 -94 36 -56 30 -46C22 -36 10 -34 0 -34C22 -46 26 -76 4 -92Z', p.shade, 0.7) +
      mirror(circle(11, -60, 7, p.paper) + circle(10, -59, 3.4, p.ink)) +
      line('M-6 -45Q0 -41 6 -45', p.ink, 1.8) +
      [
        [-14, -82, 3.4],
        [-4, -88, 2.4],
        [-20, -74, 2.2],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.light, 0.8))
        .join(''),
  },
  jellyfish: {
    width: 64,
    stance: 'deep',
    scale: 0.8,
    draw: (p) =>
      [-20, -8, 6, 18]
        .map((x, at) =>
          line(
            `M${x} -54C${x - 10} -40 ${x + 10} -26 ${x - 4} ${-8 + at * 2}`,
            at % 2 ? p.accent : p.light,
            3.4,
            0.85,
          ),
        )
        .join('') +
      path(
        'M-32 -56C-34 -110 34 -110 32 -56Q24 -48 16 -56Q8 -48 0 -56Q-8 -48 -16 -56Q-24 -48 -32 -56Z',
        p.body,
      ) +
      path('M-24 -64C-22 -92 -8 -94 0 -94C-14 -86 -16 -74 -16 -62Z', p.paper, 0.45),
  },
} as const satisfies Record<string, Motif>
