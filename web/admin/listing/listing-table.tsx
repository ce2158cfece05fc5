import { AllListings } from '#web/admin/listings/all-listings.tsx';
import { ListingMenu } from './listing-menu.tsx';

/** All listings, each with the menu that its desk has too. */
export const ListingTable = () => <AllListings RowMenu={ListingMenu} />;
