export { default, metadata } from '../../[token]/not-found'
