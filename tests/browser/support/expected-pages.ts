/** The expected content of a page. */
export interface ExpectedPage {
  path: string;
  heading: string;
  /** The headings of its sections in order. */
  sections: string[];
  title?: string;
  /** The types of its structured data. */
  data: string[];
  /** Whether it has the layout of another page, so that only the long run opens it. */
  isVariant?: true;
}

/** The public pages, one of each kind. */
export const expectedPages: ExpectedPage[] = [
  {
    path: '/',
    heading: 'Southern California, street by street.',
    sections: ['Recent Ads', 'Browse by county', 'Featured Ads', 'List Your Business FREE Today!'],
    data: ['WebSite'],
  },
  {
    path: '/browse',
    heading: 'Browse Ads',
    sections: ['By location', 'By category', 'Recent Ads'],
    data: ['BreadcrumbList', 'ItemList'],
    isVariant: true,
  },
  {
    path: '/featured',
    heading: 'Featured Advertisers',
    sections: ['Become a Featured Advertiser'],
    data: ['BreadcrumbList', 'ItemList'],
    isVariant: true,
  },
  {
    path: '/post-ad',
    heading: 'Post Your Ad',
    sections: ['Business Details', 'Listing Options', 'Tips for a Great Ad', 'Preview'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/contact',
    heading: 'Contact Us',
    sections: ['Write to us', 'When we reply', 'Quick answers', 'Before you write'],
    data: ['BreadcrumbList', 'FAQPage'],
    isVariant: true,
  },
  { path: '/quote', heading: 'Get quotes', sections: [], data: ['BreadcrumbList'] },
  { path: '/categories', heading: 'All categories', sections: ['Restaurants'], data: ['BreadcrumbList'] },
  {
    path: '/category/nightlife',
    heading: 'Bars & Nightlife',
    sections: ['Featured Ads', 'All Ads', 'Related Categories'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/locations',
    heading: 'All locations',
    sections: ['Los Angeles County'],
    data: ['BreadcrumbList'],
    isVariant: true,
  },
  {
    path: '/county/orange-county',
    heading: 'Orange County Local Business Directory',
    sections: ['Featured Businesses', 'Recent Listings'],
    data: ['BreadcrumbList', 'ItemList'],
    isVariant: true,
  },
  {
    path: '/city/irvine',
    heading: 'Irvine Local Business Directory',
    sections: ['Featured Businesses', 'Recent Listings', 'ZIP codes in Irvine', 'Nearby'],
    data: ['BreadcrumbList', 'ItemList'],
  },
  {
    path: '/city/los-angeles/grocery-stores',
    heading: 'Grocery Stores in Los Angeles',
    sections: ['All Grocery Stores in Los Angeles', 'Grocery Stores near Los Angeles', 'More in Los Angeles'],
    data: ['BreadcrumbList', 'ItemList'],
    isVariant: true,
  },
  {
    path: '/los-angeles',
    heading: 'Los Angeles',
    sections: ['Locations', 'Featured Ads in Los Angeles', 'All Ads in Los Angeles'],
    title: 'Advertise in Los Angeles for Just $100',
    data: ['BreadcrumbList', 'ItemList'],
    isVariant: true,
  },
  {
    path: '/dfw',
    heading: 'Dallas–Fort Worth',
    sections: ['Locations'],
    title: 'Reach Southern California from Dallas–Fort Worth',
    data: ['BreadcrumbList'],
    isVariant: true,
  },
  {
    path: '/zip/92614',
    heading: 'Orange County (92614)',
    sections: ['Featured Businesses in 92614', 'All Businesses in 92614'],
    title: 'Irvine 92614 businesses',
    data: ['BreadcrumbList', 'ItemList'],
    isVariant: true,
  },
  {
    path: '/rates',
    heading: 'Advertising Rates',
    sections: ['Free and Premium', 'Longer terms, lower prices', 'What you get with Premium', 'Where you’ll be seen'],
    data: ['BreadcrumbList'],
  },
  {
    path: '/blog',
    heading: 'Blog',
    sections: ['Asking for reviews without getting into trouble', 'Getting found in your ZIP code'],
    data: ['BreadcrumbList'],
    isVariant: true,
  },
  {
    path: '/blog/hours-holidays-heat',
    heading: 'Opening hours people can trust, on holidays and in the heat',
    sections: ['On this page', 'Plan the year in one sitting', 'Read next'],
    data: ['BreadcrumbList', 'Article'],
  },
  {
    path: '/help',
    heading: 'Help & FAQ',
    sections: ['General Questions', 'Advertising', 'Posting Ads', 'Payments', 'Premium Features', 'Account Management'],
    data: ['BreadcrumbList', 'FAQPage'],
  },
  {
    path: '/privacy-policy',
    heading: 'Privacy Policy',
    sections: ['What we store', 'How long we keep it', 'Your rights'],
    data: ['BreadcrumbList'],
    isVariant: true,
  },
  {
    path: '/terms-of-service',
    heading: 'Terms of Service',
    sections: ['Refunds', 'Limit of liability', 'Governing law and courts'],
    data: ['BreadcrumbList'],
    isVariant: true,
  },
  {
    path: '/quick-links',
    heading: 'About SoCal Local',
    sections: ['Quick links', 'Data sources', 'Have something else on your mind?'],
    data: ['BreadcrumbList'],
    isVariant: true,
  },
  {
    path: '/privacy-choices',
    heading: 'Your Privacy Choices',
    sections: ['Other companies', 'What we count', 'Your data'],
    data: ['BreadcrumbList'],
  },
];
