/** The same as `/providers/{id}/stats`. */
export { GET } from '@/app/(api)/providers/[id]/stats/route'
