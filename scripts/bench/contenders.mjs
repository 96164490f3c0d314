// Who is measured. A row starts its contender and says where and how it is asked; one that cannot start throws, and is
// shown as left out.
import { startBare } from './start-bare.mjs'
import { startPortico } from './start-portico.mjs'
import { startPortkey } from './start-portkey.mjs'

export const CONTENDERS = [
  {
    id: 'upstream',
    title: 'upstream itself',
    start: ({ upstream }) => ({ ...upstream, path: '/v1/chat/completions' }),
  },
  { id: 'bare', title: 'bare proxy', start: startBare },
  { id: 'portico', title: 'Portico', start: startPortico },
  { id: 'portkey', title: 'Portkey 1.15.2', start: startPortkey },
]
