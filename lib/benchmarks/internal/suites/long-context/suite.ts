import type { Suite } from '../../suite'
import { suiteVersions } from '../../suite-versions'
import { changes, counts, orders } from './changes-and-counts'
import { joinedNotes } from './joined-notes'
import { singleNotes } from './single-notes'

export const longContextSuite: Suite = {
  id: 'long-context',
  version: suiteVersions['long-context'],
  description: 'Finding, joining and counting notes in logs of about 2,000 to 20,000 tokens.',
  maxTokens: 2048,
  items: [...singleNotes, ...joinedNotes, ...changes, ...counts, ...orders],
}
