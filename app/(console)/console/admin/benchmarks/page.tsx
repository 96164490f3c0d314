import { BenchmarksPage } from '@/components/benchmarks/benchmarks-page'
import { SuiteId, suiteCategories } from '@/lib/benchmarks/schema'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Benchmarks')

export default function Page() {
  return <BenchmarksPage suites={SuiteId.options.map((id) => ({ id, name: suiteCategories[id] }))} />
}
