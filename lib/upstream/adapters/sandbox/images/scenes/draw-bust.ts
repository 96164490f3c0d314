import { adjustColour } from '../colour/adjust-colour'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { svg } from '../drawing/svg'

const SKINS = ['#f3cfb3', '#e2ad86', '#c68a5f', '#9a623f', '#6f432b', '#f0bfa0'] as const
const HAIRS = ['#241a18', '#4a2c20', '#8a4b2a', '#c98f45', '#6d6a6e', '#a83f2c'] as const

type Look = { skin: string; shade: string; hair: string; hairShade: string }

/** A bust of nobody in particular, its foot at 0/0, some 830 high. Hair, clothes, spectacles are luck. */
export function drawBust(stage: Stage): string {
  const { random, palette } = stage
  const skin = random.pick(SKINS)
  const hair = random.pick(HAIRS)
  const look = {
    skin,
    shade: adjustColour(skin, { lighter: -0.09 }),
    hair,
    hairShade: adjustColour(hair, { lighter: -0.06 }),
  }
  const style = random.pick([bob, bun, long, short, curls] as const)(look)
  const spectacles = random.chance(0.4) ? glasses(palette.ink) : ''
  const rings = random.chance(0.45)
    ? svg.circle(-142, -452, 17, palette.second) + svg.circle(142, -452, 17, palette.second)
    : ''
  return (
    style.back +
    neck(look) +
    clothes(stage) +
    face(look) +
    style.front +
    rings +
    (stage.detail > 1 ? features(look, palette.ink) : '') +
    spectacles
  )
}

function neck({ skin, shade }: Look): string {
  return (
    svg.path('M-66 -380V-240Q0 -170 66 -240V-380Z', skin) +
    svg.path('M-66 -380Q0 -280 66 -380V-318Q0 -236 -66 -300Z', shade)
  )
}

function face({ skin, shade }: Look): string {
  const ears = svg.ellipse(-138, -500, 24, 36, skin) + svg.ellipse(138, -500, 24, 36, shade)
  const head = 'M-136 -560C-142 -420 -76 -330 0 -326C76 -330 142 -420 136 -560C130 -690 -130 -690 -136 -560Z'
  const side =
    'M14 -656C110 -650 132 -600 136 -560C142 -420 76 -330 0 -326C70 -372 96 -460 60 -560C52 -592 34 -626 14 -656Z'
  return ears + svg.path(head, skin) + svg.path(side, shade, 0.75)
}

function features({ shade, skin }: Look, ink: string): string {
  const lip = mixColours('#b8433f', skin, 0.25)
  return (
    svg.line('M-88 -556Q-62 -574 -36 -560M36 -560Q62 -574 88 -556', ink, 8, 0.85) +
    svg.line('M-82 -512Q-60 -498 -40 -512M40 -512Q60 -498 82 -512', ink, 7) +
    svg.line('M4 -520Q22 -462 6 -446Q-6 -440 -14 -446', mixColours(shade, ink, 0.3), 6) +
    svg.path('M-38 -396Q-16 -410 0 -402Q16 -410 38 -396Q0 -368 -38 -396Z', lip) +
    svg.ellipse(-78, -448, 28, 17, lip, 0.28) +
    svg.ellipse(80, -448, 28, 17, lip, 0.28)
  )
}

function glasses(ink: string): string {
  return (
    svg.ring(-62, -510, 48, ink, 8) +
    svg.ring(62, -510, 48, ink, 8) +
    svg.line('M-14 -516Q0 -526 14 -516M-110 -516L-138 -524M110 -516L138 -524', ink, 8)
  )
}

function clothes(stage: Stage): string {
  const { random, palette } = stage
  const colour = random.pick([palette.accent, palette.near, palette.second, palette.paper] as const)
  const shade = adjustColour(colour, { lighter: -0.09 })
  const body =
    'M-330 0C-330 -150 -260 -206 -150 -236L-70 -262Q0 -184 70 -262L150 -236C260 -206 330 -150 330 0Z'
  const side = 'M92 -256L150 -236C260 -206 330 -150 330 0H150C190 -120 150 -200 92 -256Z'
  const kind = random.whole(0, 3)
  const lapels = svg.path('M-70 -262L-126 -238L-96 -110L0 0V-170ZM70 -262L126 -238L96 -110L0 0V-170Z', shade)
  const stripes = stage.clip(
    `<path d="${body}"/>`,
    [0, 1, 2, 3, 4].map((at) => svg.rect(-340, -196 + at * 44, 680, 20, palette.paper, 0.85)).join(''),
  )
  const roll = svg.path('M-82 -286Q0 -216 82 -286L92 -246Q0 -166 -92 -246Z', shade)
  const collar = svg.path(
    'M-74 -266L-104 -216L-22 -150L0 -196ZM74 -266L104 -216L22 -150L0 -196Z',
    palette.paper,
  )
  return (
    svg.path(body, colour) + svg.path(side, shade, 0.6) + ([lapels, stripes, roll, collar][kind] ?? collar)
  )
}

type Hair = (look: Look) => { back: string; front: string }

const fringe =
  'M-146 -540C-160 -720 160 -720 146 -540C140 -590 110 -624 60 -640C10 -610 -90 -606 -124 -590C-136 -576 -142 -560 -146 -540Z'

const bob: Hair = ({ hair, hairShade }) => ({
  back: svg.path(
    'M-180 -380C-214 -560 -190 -730 0 -734C190 -730 214 -560 180 -380C150 -350 110 -360 90 -380H-90C-110 -360 -150 -350 -180 -380Z',
    hairShade,
  ),
  front:
    svg.path(fringe, hair) +
    svg.path(
      'M-146 -560C-170 -520 -176 -440 -172 -384C-150 -372 -128 -390 -124 -420C-132 -470 -136 -520 -130 -590ZM146 -560C170 -520 176 -440 172 -384C150 -372 128 -390 124 -420C132 -470 136 -520 130 -590Z',
      hair,
    ),
})

const bun: Hair = ({ hair, hairShade }) => ({
  back: svg.circle(0, -760, 84, hairShade) + svg.line('M-50 -790Q0 -740 54 -786', hair, 8),
  front: svg.path(
    'M-148 -528C-166 -730 166 -730 148 -528C144 -590 104 -650 0 -652C-104 -650 -144 -590 -148 -528Z',
    hair,
  ),
})

const long: Hair = ({ hair, hairShade }) => ({
  back: svg.path(
    'M-210 -150C-240 -420 -220 -740 0 -744C220 -740 240 -420 210 -150C150 -110 90 -160 80 -240H-80C-90 -160 -150 -110 -210 -150Z',
    hairShade,
  ),
  front:
    svg.path(
      'M0 -700C-120 -700 -170 -600 -168 -480C-150 -540 -60 -570 0 -690C60 -570 150 -540 168 -480C170 -600 120 -700 0 -700Z',
      hair,
    ) +
    svg.path(
      'M-164 -500C-196 -400 -214 -260 -196 -160C-160 -220 -150 -360 -136 -470ZM164 -500C196 -400 214 -260 196 -160C160 -220 150 -360 136 -470Z',
      hair,
    ),
})

const short: Hair = ({ hair, hairShade }) => ({
  back: '',
  front:
    svg.path(
      'M-150 -510C-186 -640 -120 -744 20 -736C140 -730 178 -640 150 -510C142 -520 138 -560 130 -590C70 -596 -30 -610 -70 -650C-90 -612 -132 -590 -136 -520Z',
      hair,
    ) +
    svg.path(
      'M20 -736C140 -730 178 -640 150 -510C142 -520 138 -560 130 -590C120 -660 90 -706 20 -736Z',
      hairShade,
    ),
})

const curls: Hair = ({ hair, hairShade }) => {
  const ring = (radius: number, size: number, colour: string) =>
    Array.from({ length: 15 }, (_, at) => {
      const angle = Math.PI * (0.92 + (at / 14) * 1.16)
      return svg.circle(Math.cos(angle) * radius, -560 + Math.sin(angle) * radius, size, colour)
    }).join('')
  return {
    back: ring(186, 66, hairShade) + svg.circle(0, -590, 190, hairShade),
    front:
      ring(150, 46, hair) +
      svg.path('M-150 -560C-140 -700 140 -700 150 -560C100 -640 -100 -640 -150 -560Z', hair),
  }
}
