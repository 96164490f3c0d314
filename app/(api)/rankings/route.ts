/** The same as `/rankings/all`. */
export { GET } from './all/route'
