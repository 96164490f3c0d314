import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@/lib/platform/errors'
import type { CreateVideoRequest } from '../schema'
import { abilitiesOf } from './abilities-of'
import { checkRequest } from './check-request'
import { readScene } from './read-scene'

/** Whether another model takes the request too, and means the same by it. */
export function takesAlike(
  modelId: string,
  body: CreateVideoRequest,
  settings: ReturnType<typeof checkRequest>,
): boolean {
  const able = abilitiesOf(modelId)
  if (able === undefined) return false
  try {
    const scene = readScene(body.prompt, body.content ?? [], able)
    return isDeepStrictEqual(checkRequest(body, scene, able), settings)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
