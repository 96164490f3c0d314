import { latestRequestsQuery } from '@/lib/usage/queries'

/** What the overview knows of single requests: enough for a median, of which the first few are listed. One query for all of it. */
export function overviewRequestsQuery() {
  return latestRequestsQuery(50)
}
