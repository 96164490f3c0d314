import { lastKey } from '../store/remember-last'
import { archiveName } from './archive-name'

/** What this browser keeps of an account that is no more. Resolves in any case: storage may be blocked. */
export function forgetPlayground(ownerId: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      localStorage.removeItem(lastKey(ownerId))
      sessionStorage.clear()
      const request = indexedDB.deleteDatabase(archiveName(ownerId))
      // Where another tab still has it open, it goes when that one closes.
      request.onsuccess = request.onerror = request.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })
}
