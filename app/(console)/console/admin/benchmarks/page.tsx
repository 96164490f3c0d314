import { BenchmarksPage } from '@/components/operator/benchmarks/benchmarks-page'
import { SuiteId } from '@/lib/catalog/rankings/scores-schema'
import { suites } from '@/lib/catalog/rankings/suites'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Benchmarks')

export default function Page() {
  return <BenchmarksPage suites={SuiteId.options.map((id) => ({ id, name: suites[id].category }))} />
}
