import * as account from '../api-account/rankings/all/route'
import { openDoors } from '../providers/testing'
import * as all from './all/route'
import * as benchmarks from './benchmarks/route'
import * as charts from './charts/route'
import * as models from './models/route'
import * as rankings from './route'
import * as speed from './speed/route'

/** For the tests in this folder: every route of the rankings. */
const modules = {
  '/rankings': rankings,
  '/rankings/all': all,
  '/rankings/models': models,
  '/rankings/charts': charts,
  '/rankings/benchmarks': benchmarks,
  '/rankings/speed': speed,
  '/api-account/rankings/all': account,
}

export const openRankings = () => openDoors(modules)
