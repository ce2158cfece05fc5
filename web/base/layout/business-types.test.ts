import { expect, test } from 'vitest';
import categories from '../../../data/categories.csv?raw';
import { BUSINESS_TYPES } from './business-types.ts';

/** The subtypes of `LocalBusiness` at schema.org, without those for adults only. */
const LOCAL_BUSINESS_TYPES =
  `LocalBusiness AnimalShelter ArchiveOrganization AutoBodyShop AutoDealer AutoPartsStore AutoRental
AutoRepair AutoWash AutomotiveBusiness GasStation MotorcycleDealer MotorcycleRepair ChildCare Dentist DryCleaningOrLaundry
EmergencyService FireStation Hospital PoliceStation EmploymentAgency EntertainmentBusiness AmusementPark ArtGallery Casino
ComedyClub MovieTheater NightClub FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery
GovernmentOffice PostOffice HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber
RoofingContractor InternetCafe LegalService Attorney Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel
Resort VacationRental MedicalBusiness MedicalClinic Optician Pharmacy Physician ProfessionalService RadioStation RealEstateAgent
RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SkiResort
SportsClub StadiumOrArena TennisComplex Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore
ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore
MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore
SportingGoodsStore TireShop ToyStore WholesaleStore TelevisionStation TouristInformationCenter TravelAgency`.split(
    /\s+/,
  );

test('every category has a type of schema.org for its businesses', () => {
  const slugs = categories
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(Object.keys(BUSINESS_TYPES).sort()).toEqual(slugs.sort());
  expect(Object.values(BUSINESS_TYPES).filter((type) => !LOCAL_BUSINESS_TYPES.includes(type))).toEqual([]);
});
