export { MoreAboutBusiness } from './more-about-business.tsx';
export { PhotosAndHours } from './photos-and-hours.tsx';
export { PremiumFields } from './premium/premium-fields.tsx';
