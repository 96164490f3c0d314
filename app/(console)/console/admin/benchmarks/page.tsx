import { BenchmarksPage } from '@/components/operator/benchmarks/benchmarks-page'
import { pageApi } from '@/lib/client/page-api'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Benchmarks')

export default function Page() {
  return (
    <BenchmarksPage
      suites={pageApi()
        .listSuites()
        .map(({ id, category }) => ({ id, name: category }))}
    />
  )
}
