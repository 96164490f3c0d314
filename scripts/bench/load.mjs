// The load generator, in a process of its own: takes one job at a time from the bench and answers with its samples.
import { measureRequests } from './measure-requests.mjs'
import { measureStreams } from './measure-streams.mjs'
import { tellParent } from './tell-parent.mjs'

process.on('message', async ({ kind, ...job }) => {
  const measure = kind === 'requests' ? measureRequests : measureStreams
  try {
    process.send({ result: await measure(job) })
  } catch (error) {
    process.send({ error: error.message })
  }
})
tellParent('ready')
