import type { CameraMove } from './camera'
import type { FilmSet } from './film-set'

/** What people call the ways of a camera. */
const words: readonly (readonly [CameraMove, RegExp])[] = [
  ['still', /\b(static|fixed|locked|still) (shot|camera)\b|固定镜头|镜头固定/i],
  [
    'push-in',
    /\b(zoom(s|ing)?[- ]in|push(es|ing)?[- ]in|dolly[- ]in|close[- ]?up|move(s)? closer|approach(es)?)\b|推进|拉近|推镜/i,
  ],
  [
    'pull-out',
    /\b(zoom(s|ing)?[- ]out|pull(s|ing)?[- ](out|back|away)|dolly[- ]out|reveal(s|ing)?)\b|拉远|拉镜/i,
  ],
  ['pan-left', /\b(pan(s|ning)?|track(s|ing)?|mov(es|ing)) (to the )?left\b|左摇|左移|向左/i],
  ['pan-right', /\b(pan(s|ning)?|track(s|ing)?|mov(es|ing)) (to the )?right\b|右摇|右移|向右/i],
  ['tilt-up', /\b(tilt(s|ing)?|crane(s)?|ris(es|ing)) up\b|\bascend(s|ing)?\b|上摇|上升镜头/i],
  ['tilt-down', /\btilt(s|ing)? down\b|\bdescend(s|ing)?\b|下摇/i],
]

/** How the camera moves: as the prompt says, else by luck. */
export function chooseMove({ random }: FilmSet, prompt: string, isFixed: boolean): CameraMove {
  if (isFixed) return 'still'
  const named = words.find(([, pattern]) => pattern.test(prompt))?.[0]
  return named ?? random.fork('camera').pick(['pan-right', 'pan-left', 'push-in', 'drift', 'pull-out'])
}
