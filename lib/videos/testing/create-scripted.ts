import type { Caller } from '@/lib/platform/caller'
import { createVideo } from '../create-video'
import type { CreateVideoBody } from '../schema'
import { scripted } from './scripted-registry'
import type { Script } from './scripted-upstream'
import { request } from './stage'

/** For tests: a task whose upstream does what the script says. */
export async function createScripted(caller: Caller, script: Script, differs: Partial<CreateVideoBody> = {}) {
  const body = request(differs)
  scripted.write(body.prompt, script)
  const task = await createVideo(caller, body)
  return { ...task, prompt: body.prompt }
}
