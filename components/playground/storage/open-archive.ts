import type { ConversationArchive } from './conversation-archive'
import { openIndexedArchive } from './open-indexed-archive'
import { openMemoryArchive } from './open-memory-archive'

export async function openArchive(
  ownerId: string,
): Promise<{ archive: ConversationArchive; lasting: boolean }> {
  try {
    return { archive: await openIndexedArchive(ownerId), lasting: true }
  } catch {
    return { archive: openMemoryArchive(), lasting: false }
  }
}
