import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { askModel } from '@/lib/upstream/registry'
import type { CallContext } from '../charged-call'
import { performCall, sumOfTokens } from '../perform-call'
import type { RerankReply, RerankRequest } from './schema'

/** Orders documents by how relevant they are to a query. Throws as `performCall` does. */
export function createRerank(
  caller: Caller,
  request: RerankRequest,
  context: CallContext,
): Promise<RerankReply> {
  const { model, models, provider, query, top_n, return_documents } = request
  const documents = request.documents.map((one) => (typeof one === 'string' ? one : one.text))
  return performCall(
    caller,
    {
      modality: 'rerank',
      asked: { model, models, provider },
      // A model reads the query with every document anew; not all upstreams count it so.
      promptTokens: (_, tokensOf) =>
        documents.reduce((sum, text) => sum + tokensOf(text), documents.length * tokensOf(query)),
      countTokens: () => sumOfTokens([query]) * documents.length + sumOfTokens(documents),
      ask: (route, watch) =>
        askModel('rerank', route, (adapter) =>
          adapter.rerank({ model: route.upstreamId, query, documents, topN: top_n ?? null, ...watch }),
        ),
      write: ({ ranked }, about) => ({
        id: newId('rerank'),
        results: ranked.map(({ index, score }) => ({
          index,
          relevance_score: score,
          ...(return_documents && { document: { text: documents[index] ?? '' } }),
        })),
        ...about,
      }),
    },
    context,
  )
}
