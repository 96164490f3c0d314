import { callThrough, nodeDoorOf, webDoorOf } from '@/lib/http/testing'
import * as account from '../api-account/rankings/all/route'
import { newTraffic, openDoors as openProviders } from '../providers/testing'
import * as all from './all/route'
import * as benchmarks from './benchmarks/route'
import * as charts from './charts/route'
import * as models from './models/route'
import * as rankings from './route'
import * as speed from './speed/route'

/** For the tests beside it: these routes behind both doors, over the catalog of the providers' tests. */
const modules = {
  '/rankings': rankings,
  '/rankings/all': all,
  '/rankings/models': models,
  '/rankings/charts': charts,
  '/rankings/benchmarks': benchmarks,
  '/rankings/speed': speed,
  '/api-account/rankings/all': account,
}

export async function openDoors() {
  const providers = await openProviders()
  providers.close()
  const node = await nodeDoorOf(modules)
  const web = webDoorOf(modules)
  return {
    doors: [
      ['web', callThrough(web), web],
      ['node', callThrough(node.door), node.door],
    ] as const,
    close: node.close,
    settle: await newTraffic(),
  }
}
