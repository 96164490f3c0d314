import { BenchmarksPage } from '@/components/benchmarks/benchmarks-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Benchmarks')

export default function Page() {
  return <BenchmarksPage />
}
