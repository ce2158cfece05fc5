export { askUserAgain, forgetUser, rememberUser, useSignOut, useUser } from '../shell/user.ts';
