import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall, VideoModel, VideoStatus } from '@/lib/upstream/contract/video-model'

export type Script = {
  /** The outcomes of `start`, in order; the last one repeats. */
  starts?: ('taken' | UpstreamError)[]
  /** The answers of `status`, in order; the last one repeats. */
  states: (VideoStatus | UpstreamError)[]
  cancel?: 'gone' | 'runs' | UpstreamError
}

/** For tests: an upstream that follows a script per prompt and records its calls. */
class ScriptedUpstream implements VideoModel {
  readonly calls: VideoCall[] = []
  readonly cancelled: string[] = []
  private readonly scripts = new Map<string, Script>()
  private readonly asked = new Map<string, number>()

  write(prompt: string, script: Script): void {
    this.scripts.set(prompt, script)
  }

  callsFor(prompt: string): VideoCall[] {
    return this.calls.filter((call) => call.prompt === prompt)
  }

  async start(call: VideoCall) {
    this.calls.push(call)
    const { starts = ['taken'] } = this.scriptOf(call.prompt)
    const outcome = starts[Math.min(this.callsFor(call.prompt).length, starts.length) - 1]
    if (outcome instanceof UpstreamError) throw outcome
    return { handle: call.prompt }
  }

  async status(handle: string) {
    const { states } = this.scriptOf(handle)
    const count = (this.asked.get(handle) ?? 0) + 1
    this.asked.set(handle, count)
    const state = states[Math.min(count, states.length) - 1]
    if (state === undefined || state instanceof UpstreamError) throw state ?? new UpstreamError('failed')
    return state
  }

  async cancel(handle: string) {
    this.cancelled.push(handle)
    const { cancel = 'runs' } = this.scriptOf(handle)
    if (cancel instanceof UpstreamError) throw cancel
    return cancel
  }

  /** Its notifications contain only the handle. */
  readNotification(body: Buffer) {
    return body.length === 0 ? null : body.toString()
  }

  private scriptOf(prompt: string): Script {
    const script = this.scripts.get(prompt)
    if (script === undefined) throw new UpstreamError('rejected', { message: `no script for ${prompt}` })
    return script
  }
}

/** For tests: replaces the registry, `vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))`. */
export const scripted = new ScriptedUpstream()

export function videoModelFor(): ScriptedUpstream {
  return scripted
}
