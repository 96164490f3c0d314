import type { Caller } from '@/lib/platform/caller'
import { changeKey } from './internal/change-key'
import { checkKnownDefaults } from './internal/known-ids'
import { presentKey } from './internal/present-key'
import type { ApiKeyRecord, DefaultModelsRequest } from './schema'

/** Which model a request of this key means when it names none. Replaces all three. */
export async function setDefaultModels(
  caller: Caller,
  id: string,
  input: DefaultModelsRequest,
): Promise<ApiKeyRecord> {
  await checkKnownDefaults(input)
  const row = await changeKey(caller, id, () => ({
    defaultChatModel: input.chat,
    defaultImageModel: input.image,
    defaultVideoModel: input.video,
  }))
  return presentKey(row)
}
