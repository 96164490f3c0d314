import { ScriptedUpstream } from './scripted-upstream'

/** For tests: stands in the place of the registry, `vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))`. */
export const scripted = new ScriptedUpstream()

export function videoModelFor(): ScriptedUpstream {
  return scripted
}
