import type { Suite } from '../../suite'
import { suiteVersions } from '../../suite-versions'
import { formats } from './formats'
import { gridsAndGraphs } from './grids-and-graphs'
import { lists } from './lists'
import { numbers } from './numbers'
import { sequences } from './sequences'
import { structures } from './structures'
import { texts } from './texts'

export const codingSuite: Suite = {
  id: 'coding',
  version: suiteVersions.coding,
  description: 'Small JavaScript functions, run against cases that the task does not show.',
  maxTokens: 4096,
  items: [...texts, ...formats, ...lists, ...sequences, ...numbers, ...structures, ...gridsAndGraphs],
}
