import { BenchmarksPage } from '@/components/benchmarks/benchmarks-page'
import { SuiteId } from '@/lib/benchmarks/schema'
import { suites } from '@/lib/benchmarks/suites'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Benchmarks')

export default function Page() {
  return <BenchmarksPage suites={SuiteId.options.map((id) => ({ id, name: suites[id].category }))} />
}
