export { UnsubscribePage as Component } from './unsubscribe-page.tsx';
