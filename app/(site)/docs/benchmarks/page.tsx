import { BenchmarksGuide } from '@/components/site/benchmarks/benchmarks-guide'
import { describePage } from '@/components/site/describe-page'
import { listSuites } from '@/lib/benchmarks/list-suites'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'How benchmarks come about',
  description:
    'What is asked of models, how answers are graded, what a score and its interval mean, and which scores are ranked.',
  path: paths.benchmarksGuide,
})

export default function Page() {
  return <BenchmarksGuide suites={listSuites().data} />
}
